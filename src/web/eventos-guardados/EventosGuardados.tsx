import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Assunto } from '#web/api/apiQuery.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { optimisticUpdate } from '#web/api/optimisticUpdate.ts'
import type { Tom } from '#web/cores.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import type { PaginaDe } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { Select } from '#web/ui/Field.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import './eventos-guardados.css'

type Chave = readonly [Assunto, ...unknown[]]

/** What the list shows of an event, whichever system sent it. */
interface Guardado {
  id: number
  situacao: SituacaoDoAviso
  motivo: string | null
  recebido_em: string
}
export type SituacaoDoAviso = 'de_lado' | 'pendente' | 'processado' | 'sem_efeito'

const SITUACOES: Record<SituacaoDoAviso, { rotulo: string; tom: Tom }> = {
  de_lado: { rotulo: 'Não processado', tom: 'error' },
  pendente: { rotulo: 'Na fila', tom: 'warning' },
  processado: { rotulo: 'Processado', tom: 'success' },
  sem_efeito: { rotulo: 'Sem efeito', tom: 'neutral' },
}

/** Whose events they are: of the calls, and of the queries asked again after an action. */
type Sistema = 'recebimento' | 'whatsapp'

interface Props<E extends Guardado, K extends Chave> {
  sistema: Sistema
  titulo: string
  texto: string
  /** Why an event has no effect, after "Sem efeito: ". */
  semEfeito: string
  /** The first filter; all of them without it. */
  primeira: SituacaoDoAviso | undefined
  query: (pagina: number, situacao: SituacaoDoAviso | undefined) => UseQueryOptions<PaginaDe<E>, Error, PaginaDe<E>, K>
  /** The spreadsheet's name. */
  planilha: string
  aoFechar: () => void
  /** One of them, within `EventoGuardado`. */
  children: (evento: E) => ReactNode
}

/** What another system told in the last 30 days: what could not be processed is tried again, or marked as seen. */
export function EventosGuardados<E extends Guardado, K extends Chave>(props: Props<E, K>) {
  const { sistema, titulo, texto, semEfeito, primeira, query, planilha, aoFechar, children } = props
  const [pagina, setPagina] = useState(1)
  const [situacao, setSituacao] = useState(primeira)
  const consulta = useQuery(query(pagina, situacao))
  const opcoes = [
    { valor: 'de_lado', rotulo: 'Não processados' },
    { valor: 'pendente', rotulo: 'Na fila' },
    { valor: 'processado', rotulo: 'Processados' },
    { valor: 'sem_efeito', rotulo: `Sem efeito: ${semEfeito}` },
  ] as const
  return (
    <ListaDialog
      titulo={titulo}
      texto={texto}
      filtros={
        <Select
          rotulo="Situação"
          valor={situacao ?? ''}
          vazio="Todos"
          opcoes={opcoes}
          aoMudar={(nova) => {
            setPagina(1)
            setSituacao(opcoes.find(({ valor }) => valor === nova)?.valor)
          }}
        />
      }
      consulta={consulta}
      vazio={
        <EmptyState
          icone={TaskAltOutlined}
          titulo={situacao === 'de_lado' ? 'Nada sem processar' : 'Nenhum aviso'}
          texto={
            situacao === 'de_lado'
              ? 'Todos os avisos foram processados.'
              : 'O que for avisado aparece aqui e fica por 30 dias.'
          }
        />
      }
      acoes={situacao === 'de_lado' && consulta.data && consulta.data.total > 0 && <TentarTodos sistema={sistema} />}
      aoExportar={() => baixarArquivo(`GET /api/admin/${sistema}/eventos/exportar.csv`, planilha, {}, { situacao })}
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {children}
    </ListaDialog>
  )
}

function TentarTodos({ sistema }: { sistema: Sistema }) {
  const cache = useQueryClient()
  const todos = useMutation({
    mutationFn: () => callApi(`POST /api/admin/${sistema}/eventos/reprocessar`, {}),
    onSuccess: ({ reprocessados }) =>
      avisar(
        `${plural(reprocessados, 'aviso vai', 'avisos vão')} ser processado${reprocessados === 1 ? '' : 's'} de novo.`,
      ),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () => cache.invalidateQueries({ queryKey: [sistema] }),
  })
  return (
    <Button variant="contained" loading={todos.isPending} onClick={() => todos.mutate()}>
      Tentar todos de novo
    </Button>
  )
}

type Acao = 'reprocessar' | 'descartar'
/** Its status after the action. */
const DEPOIS_DE = { reprocessar: 'pendente', descartar: 'processado' } as const

interface PropsDoEvento {
  sistema: Sistema
  evento: Guardado
  nome: string
  detalhe: string
  /** What was received, shown on request. */
  conteudo?: () => ReactNode
}

/** One event, with its actions. */
export function EventoGuardado({ sistema, evento, nome, detalhe, conteudo }: PropsDoEvento) {
  const [aberto, setAberto] = useState(false)
  const cache = useQueryClient()
  const mudar = useMutation({
    mutationFn: (acao: Acao) =>
      callApi(`POST /api/admin/${sistema}/eventos/:id/${acao}`, { params: { id: evento.id } }),
    onMutate: (acao) =>
      optimisticUpdate(cache, `GET /api/admin/${sistema}/eventos`, (lista) => {
        const data = lista.data.map((um) => (um.id === evento.id ? { ...um, situacao: DEPOIS_DE[acao] } : um))
        return { ...lista, data } as typeof lista // of one system, whichever it is
      }),
    onSuccess: (_, acao) => acao === 'reprocessar' && avisar('O aviso vai ser processado de novo.'),
    onError: (erro, _, desfazer) => {
      desfazer?.()
      avisar(fraseDe(erro))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [sistema] }),
  })
  const { rotulo, tom } = SITUACOES[evento.situacao]
  return (
    <>
      <div className="evento-topo row wrap">
        <div className="forte quebra">{nome}</div>
        <Chip tom={tom}>{rotulo}</Chip>
        <div className="push nowrap miudo">{diaEHora(evento.recebido_em)}</div>
      </div>
      {detalhe && <div className="cinza quebra">{detalhe}</div>}
      <div className="evento-acoes flex wrap gap-8">
        {conteudo && (
          <Button size="small" aria-expanded={aberto} onClick={() => setAberto(!aberto)}>
            {aberto ? 'Esconder o conteúdo' : 'Ver o conteúdo'}
          </Button>
        )}
        <Button size="small" disabled={mudar.isPending} onClick={() => mudar.mutate('reprocessar')}>
          Processar de novo
        </Button>
        {evento.situacao === 'de_lado' && (
          <Button size="small" disabled={mudar.isPending} onClick={() => mudar.mutate('descartar')}>
            Dar por visto
          </Button>
        )}
      </div>
      {aberto && conteudo?.()}
    </>
  )
}
