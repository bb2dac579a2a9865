import { useQuery } from '@tanstack/react-query'
import type { Contestacao } from '#contract/contestacoes.ts'
import { estaEmAberto, ROTULOS_DA_CONTESTACAO, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro, plural } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { responderContestacao } from './contestacoes.api.ts'
import { contestacoesQuery } from './contestacoes.queries.ts'
import './contestacoes.css'

const RespostaDialog = onDemand(() => import('./RespostaDialog.tsx'), 'RespostaDialog')
const TOM = {
  aberta: 'warning',
  em_analise: 'info',
  procedente: 'success',
  improcedente: 'error',
  desistencia: 'neutral',
} as const

/** A customer's disputes, the latest first, what is open with ways to answer it. */
export function ListaContestacoes({ clienteId }: { clienteId: number }) {
  const consulta = useQuery(contestacoesQuery(clienteId))
  if (consulta.error && !consulta.data)
    return (
      <ErrorState
        titulo="Não foi possível abrir as contestações"
        erro={consulta.error}
        aoTentar={() => void consulta.refetch()}
      />
    )
  return consulta.data?.data.map((contestacao) => <Uma key={contestacao.id} contestacao={contestacao} />)
}

function Uma({ contestacao }: { contestacao: Contestacao }) {
  const { id, cliente, status, prazo } = contestacao
  const aberta = estaEmAberto(status)
  return (
    <article className="contestacao" aria-labelledby={`contestacao-${id}`}>
      <div className="contestacao-topo">
        <h3 id={`contestacao-${id}`}>Contestação {contestacao.numero}</h3>
        <Chip tom={TOM[status]}>{ROTULOS_DA_CONTESTACAO[status]}</Chip>
        {aberta && prazo < hoje() && <Chip tom="error">Atrasada</Chip>}
        <div className="forte algarismos">{dinheiro(contestacao.valor)}</div>
      </div>
      <div>{ROTULOS_DO_MOTIVO[contestacao.motivo]}</div>
      <div className="miudo cinza">
        {diaEHora(contestacao.created_at)}
        {contestacao.autor ? `, por ${contestacao.autor.name}` : ', pelo próprio cliente'} ·{' '}
        {plural(contestacao.contas.length, 'conta', 'contas')}
        {aberta && ` · responder até ${dia(prazo)}`}
      </div>
      {contestacao.texto && <div>“{contestacao.texto}”</div>}
      {contestacao.resposta && <div className="cinza">Resposta: {contestacao.resposta}</div>}
      <div className="contestacao-acoes">
        {contestacao.arquivo_url && (
          <Button
            className="rente"
            onClick={() =>
              void baixarArquivo(
                'GET /api/operador/clientes/:id/contestacoes/:contestacao/arquivo',
                `contestacao-${contestacao.numero}`,
                { id: cliente.id, contestacao: id },
              )
            }
          >
            Baixar arquivo
          </Button>
        )}
        {status === 'aberta' && (
          <Button onClick={() => void analisar(contestacao)} className="rente">
            Pôr em análise
          </Button>
        )}
        {aberta && (
          <Button
            variant="outlined"
            onClick={() =>
              void abrir((fechar) => <RespostaDialog contestacao={contestacao} aoFechar={() => fechar()} />)
            }
          >
            Responder
          </Button>
        )}
      </div>
    </article>
  )
}

const analisar = ({ id, cliente }: Contestacao) =>
  responderContestacao(cliente.id, id, { status: 'em_analise', contas: [] }).catch((erro: unknown) =>
    avisar(fraseDe(erro)),
  )
