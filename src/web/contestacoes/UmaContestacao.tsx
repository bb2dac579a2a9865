import type { Contestacao } from '#contract/contestacoes.ts'
import { estaEmAberto, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, diaEHora, dinheiro, plural } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { StatusChip, statusContestacao } from '#web/ui/StatusChip.tsx'
import { ArquivoDaContestacao } from './ArquivoDaContestacao.tsx'
import { responderContestacao } from './contestacoes.api.ts'
import '#web/clientes/tratativa.css'

const RespostaDialog = onDemand(() => import('./RespostaDialog.tsx'), 'RespostaDialog')
interface Props {
  contestacao: Contestacao
  podeResponder?: boolean
}

/** A whole dispute; `podeResponder`: an operator may answer it while nobody has. */
export function UmaContestacao({ contestacao, podeResponder = true }: Props) {
  const { id, status, prazo } = contestacao
  const aberta = estaEmAberto(status)
  return (
    <article className="tratativa" aria-labelledby={`contestacao-${id}`}>
      <div className="row wrap gap-8">
        <h3 id={`contestacao-${id}`}>Contestação {contestacao.numero}</h3>
        <StatusChip de={statusContestacao[status]} />
        {aberta && prazo < hoje() && <Chip tom="error">Atrasada</Chip>}
        <div className="forte algarismos">{dinheiro(contestacao.valor)}</div>
      </div>
      <div>{ROTULOS_DO_MOTIVO[contestacao.motivo]}</div>
      <div className="miudo cinza">
        {diaEHora(contestacao.created_at)}
        {contestacao.autor ? `, por ${contestacao.autor.name}` : ', pelo próprio cliente'} ·{' '}
        {plural(contestacao.contas.length, 'conta', 'contas')}
        {aberta && ` · responder até ${dia(prazo)}`}
        {contestacao.encerrada_em && ` · terminou em ${diaEHora(contestacao.encerrada_em)}`}
      </div>
      {contestacao.texto && <div>“{contestacao.texto}”</div>}
      {contestacao.resposta && <div className="cinza">Resposta: {contestacao.resposta}</div>}
      <div className="row wrap gap-8">
        {contestacao.arquivo_url && <ArquivoDaContestacao contestacao={contestacao} />}
        {status === 'aberta' && podeResponder && (
          <Button onClick={() => void analisar(contestacao)} className="rente">
            Pôr em análise
          </Button>
        )}
        {aberta && podeResponder && (
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
