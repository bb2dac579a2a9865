import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RetencaoDoEnvio } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { diaEHora, telefone as formatarTelefone, numero, plural, quando } from '#web/ui/formatos.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { PaginaPassada } from '#web/ui/PaginaPassada.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { retencaoQuery } from './whatsapp.queries.ts'
import './retencao.css'

const PORQUES = {
  posicao: 'Este servidor já tinha enviado mensagens que o banco de dados não conhece.',
  status: 'A Meta confirmou mensagens que, para o banco de dados, nunca saíram.',
  pedido: 'O banco de dados foi restaurado de uma cópia de segurança.',
}

/** Meta's statuses in words. */
const STATUS: Record<string, string> = {
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
  played: 'lida',
  failed: 'não entregue',
}

type Decisao = 'enviar' | 'enviar_menos_confirmadas' | 'cancelar'

/** Sending held back after a restore until somebody decides: whom it would write to, and which of it Meta is known to have. */
export function Retencao() {
  const [page, setPage] = useState(1)
  const agora = useAgora()
  const { data, error } = useQuery(retencaoQuery(page))
  if (error && !data) return <Alert tom="error">{fraseDe(error)}</Alert>
  if (!data?.retida) return null
  return (
    <Quadro titulo="O que está retido" legenda={data.desde && `desde ${quando(data.desde, agora)}`} lista>
      <div className="retencao">
        <p>
          {data.porque && PORQUES[data.porque]} O banco de dados parece ter voltado a uma cópia mais antiga, e o que
          saiu depois dela poderia sair outra vez.{' '}
          {data.envios_perdidos !== null &&
            `${plural(data.envios_perdidos, 'envio foi feito', 'envios foram feitos')} depois da cópia. `}
          {data.sem_registro > 0 &&
            `A Meta já avisou de ${plural(data.sem_registro, 'mensagem que não está aqui', 'mensagens que não estão aqui')}. `}
          As confirmações continuam chegando; quem espera um pouco decide melhor.
        </p>
        <Decidir retencao={data} />
      </div>
      {data.total > 0 && (
        <>
          {data.data.length === 0 && <PaginaPassada ultima={data.last_page} aoPaginar={setPage} />}
          <ul className="retencao-lista">
            {data.data.map((mensagem) => (
              <Retida key={mensagem.id} mensagem={mensagem} agora={agora} />
            ))}
          </ul>
          <Pager pagina={data} aoMudar={setPage} />
        </>
      )}
    </Quadro>
  )
}

function Retida({ mensagem, agora }: { mensagem: RetencaoDoEnvio['data'][number]; agora: Date }) {
  const { cliente, telefone, conteudo, meta, created_at } = mensagem
  return (
    <li>
      <div className="retencao-quem stack shrink">
        {cliente ? (
          <Link className="ligacao nome" to="/admin/clientes" search={{ cliente: String(cliente.id) }}>
            {cliente.nome}
          </Link>
        ) : (
          'Sem cliente'
        )}
        <span className="miudo">{telefone ? formatarTelefone(telefone) : 'sem telefone'}</span>
      </div>
      <div className="retencao-texto">{conteudo}</div>
      <div className="retencao-quem stack shrink miudo">
        na fila desde {quando(created_at, agora)}
        {meta ? (
          <strong>
            Já recebeu: {STATUS[meta.status] ?? meta.status} {diaEHora(meta.em)}
          </strong>
        ) : (
          <span>Nada confirmado pela Meta</span>
        )}
      </div>
    </li>
  )
}

function useDecidir() {
  const cache = useQueryClient()
  const decidir = useMutation({
    mutationFn: (decisao: Decisao) => callApi('POST /api/admin/whatsapp/retencao/liberar', { body: { decisao } }),
    onSuccess: ({ liberadas, canceladas }) =>
      avisar(`O envio voltou: ${numero(liberadas)} na fila, ${plural(canceladas, 'não sai', 'não saem')}.`),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () =>
      Promise.all(
        ([['whatsapp'], ['avisos'], ['dashboard', 'admin']] as const).map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const perguntar = async (decisao: Decisao, titulo: string, texto: string, acao: string) => {
    if (await confirmar({ titulo, texto, acao, perigo: decisao !== 'enviar_menos_confirmadas' }))
      decidir.mutate(decisao)
  }
  return [decidir, perguntar] as const
}

function Decidir({ retencao: { total, confirmadas } }: { retencao: RetencaoDoEnvio }) {
  const [decidir, perguntar] = useDecidir()
  const naFila = plural(total, 'mensagem', 'mensagens')
  if (total === 0)
    return (
      <div className="flex wrap gap-12">
        <Button variant="contained" loading={decidir.isPending} onClick={() => decidir.mutate('enviar')}>
          Voltar a enviar
        </Button>
      </div>
    )
  return (
    <div className="flex wrap gap-12">
      {confirmadas > 0 && (
        <Button
          variant="contained"
          loading={decidir.isPending}
          onClick={() =>
            perguntar(
              'enviar_menos_confirmadas',
              'Enviar a quem não recebeu?',
              `${plural(total - confirmadas, 'mensagem sai', 'mensagens saem')}. As cobranças de quem a Meta confirma que já recebeu (${numero(confirmadas)}) não saem.`,
              'Enviar',
            )
          }
        >
          Enviar menos a quem já recebeu
        </Button>
      )}
      <Button
        variant={confirmadas > 0 ? 'outlined' : 'contained'}
        loading={decidir.isPending}
        onClick={() =>
          perguntar(
            'enviar',
            `Enviar ${naFila}?`,
            'Quem já recebeu antes da restauração recebe outra vez. Cada uma ainda é conferida antes de sair.',
            'Enviar todas',
          )
        }
      >
        Enviar todas ({numero(total)})
      </Button>
      <Button
        variant="outlined"
        loading={decidir.isPending}
        onClick={() =>
          perguntar(
            'cancelar',
            `Não enviar ${naFila}?`,
            'As cobranças contam como talvez enviadas: o passo e o dia contam como usados, e a cobrança segue do próximo passo. O que uma pessoa escreveu é cancelado.',
            'Não enviar',
          )
        }
      >
        Não enviar nenhuma
      </Button>
    </div>
  )
}
