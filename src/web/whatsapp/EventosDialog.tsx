import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventoWhatsapp } from '#contract/eventos-whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { mostrarJa } from '#web/api/mostrarJa.ts'
import type { Tom } from '#web/cores.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { Select } from '#web/ui/Field.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { eventoQuery, eventosQuery } from './whatsapp.queries.ts'
import './eventos.css'

const TIPOS: Record<EventoWhatsapp['tipo'], string> = {
  mensagem: 'Mensagem recebida',
  status: 'Entrega de mensagem',
  modelo: 'Situação de modelo',
  conta: 'Situação da conta',
  usuario: 'Mudança de número',
  outro: 'Outro aviso',
}
const SITUACOES: Record<EventoWhatsapp['situacao'], { rotulo: string; tom: Tom }> = {
  de_lado: { rotulo: 'Posto de lado', tom: 'error' },
  pendente: { rotulo: 'Na fila', tom: 'warning' },
  processado: { rotulo: 'Processado', tom: 'success' },
  sem_efeito: { rotulo: 'Sem efeito', tom: 'neutral' },
}
const OPCOES = [
  { valor: 'de_lado', rotulo: 'Postos de lado' },
  { valor: 'pendente', rotulo: 'Na fila' },
  { valor: 'processado', rotulo: 'Processados' },
  { valor: 'sem_efeito', rotulo: 'Sem efeito: de outra conta ou de grupo' },
] as const

interface Props {
  /** What to look at first; all of them when nothing is said. */
  situacao?: EventoWhatsapp['situacao']
  aoFechar: () => void
}

/** Everything Meta told in the last 30 days, word for word: what could not be processed is tried again, or taken as seen. */
export function EventosDialog({ situacao: primeira, aoFechar }: Props) {
  const [pagina, setPagina] = useState(1)
  const [situacao, setSituacao] = useState(primeira)
  const consulta = useQuery(eventosQuery(pagina, situacao))
  return (
    <ListaDialog
      titulo="Avisos da Meta"
      texto="O que a Meta avisou nos últimos 30 dias. Tentar de novo é seguro: o que um aviso já fez não se faz duas vezes."
      filtros={
        <Select
          rotulo="Situação"
          valor={situacao ?? ''}
          vazio="Todos"
          opcoes={OPCOES}
          aoMudar={(nova) => {
            setPagina(1)
            setSituacao(OPCOES.find(({ valor }) => valor === nova)?.valor)
          }}
        />
      }
      consulta={consulta}
      vazio={
        situacao === 'de_lado' ? (
          <EmptyState
            icone={TaskAltOutlined}
            titulo="Nada de lado"
            texto="Todos os avisos da Meta foram processados."
          />
        ) : (
          <EmptyState
            icone={TaskAltOutlined}
            titulo="Nenhum aviso"
            texto="O que a Meta avisar aparece aqui e fica por 30 dias."
          />
        )
      }
      acoes={situacao === 'de_lado' && consulta.data && consulta.data.total > 0 && <TentarTodos />}
      aoExportar={() =>
        baixarArquivo('GET /api/admin/whatsapp/eventos/exportar.csv', 'avisos-da-meta.csv', {}, { situacao })
      }
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(evento) => <Evento evento={evento} />}
    </ListaDialog>
  )
}

function TentarTodos() {
  const cache = useQueryClient()
  const todos = useMutation({
    mutationFn: () => callApi('POST /api/admin/whatsapp/eventos/reprocessar', {}),
    onSuccess: ({ reprocessados }) =>
      avisar(
        `${plural(reprocessados, 'aviso vai', 'avisos vão')} ser processado${reprocessados === 1 ? '' : 's'} de novo.`,
      ),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['whatsapp'] }),
  })
  return (
    <Button variant="contained" loading={todos.isPending} onClick={() => todos.mutate()}>
      Tentar todos de novo
    </Button>
  )
}

const DEPOIS_DE = { reprocessar: 'pendente', descartar: 'processado' } as const

function Evento({ evento }: { evento: EventoWhatsapp }) {
  const [aberto, setAberto] = useState(false)
  const cache = useQueryClient()
  const fazer = useMutation({
    mutationFn: (acao: 'reprocessar' | 'descartar') =>
      acao === 'reprocessar'
        ? callApi('POST /api/admin/whatsapp/eventos/:id/reprocessar', { params: { id: evento.id } })
        : callApi('POST /api/admin/whatsapp/eventos/:id/descartar', { params: { id: evento.id } }),
    onMutate: (acao) =>
      mostrarJa(cache, 'GET /api/admin/whatsapp/eventos', (lista) => ({
        ...lista,
        data: lista.data.map((um) => (um.id === evento.id ? { ...um, situacao: DEPOIS_DE[acao] } : um)),
      })),
    onSuccess: (_, acao) => acao === 'reprocessar' && avisar('O aviso vai ser processado de novo.'),
    onError: (erro, _, desfazer) => {
      desfazer?.()
      avisar(fraseDe(erro))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['whatsapp'] }),
  })
  const { rotulo, tom } = SITUACOES[evento.situacao]
  return (
    <>
      <div className="evento-topo row wrap">
        <div className="forte">{TIPOS[evento.tipo]}</div>
        <Chip tom={tom}>{rotulo}</Chip>
        <div className="push nowrap miudo">{diaEHora(evento.recebido_em)}</div>
      </div>
      {(evento.motivo || evento.contato) && (
        <div className="cinza quebra">
          {[evento.motivo, evento.contato && `De ou para ${evento.contato}.`].filter(Boolean).join(' ')}
        </div>
      )}
      <div className="evento-acoes flex wrap gap-8">
        <Button size="small" aria-expanded={aberto} onClick={() => setAberto(!aberto)}>
          {aberto ? 'Esconder o conteúdo' : 'Ver o conteúdo'}
        </Button>
        <Button size="small" disabled={fazer.isPending} onClick={() => fazer.mutate('reprocessar')}>
          Processar de novo
        </Button>
        {evento.situacao === 'de_lado' && (
          <Button size="small" disabled={fazer.isPending} onClick={() => fazer.mutate('descartar')}>
            Dar por visto
          </Button>
        )}
      </div>
      {aberto && <Conteudo id={evento.id} />}
    </>
  )
}

/** As Meta sent it. */
function Conteudo({ id }: { id: number }) {
  const { data, error } = useQuery(eventoQuery(id))
  if (error && !data) return <div className="erro">{fraseDe(error)}</div>
  if (!data) return <Skeleton altura={120} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is what axe asks of a part that scrolls
    <pre className="evento-conteudo" tabIndex={0} aria-label="Conteúdo do aviso">
      {JSON.stringify(data.conteudo, null, 2)}
    </pre>
  )
}
