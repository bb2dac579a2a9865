import { useQuery } from '@tanstack/react-query'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { emReais } from '#domain/dinheiro.ts'
import { dizerParcelas } from '#domain/parcelas.ts'
import { fraseDe } from '#web/api/erro.ts'
import { modelosDoClienteQuery } from '#web/mensagens/mensagens.queries.ts'
import { Switch } from '#web/ui/Choice.tsx'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Proposta } from './proposta.ts'

interface Props {
  confirmacao: ReturnType<typeof useConfirmacao>
  proposta: Proposta
  enviar: boolean
  aoMudar: (enviar: boolean) => void
}

/** The approved text that confirms an agreement to this customer; null where none can go out, undefined while that is not known. */
export function useConfirmacao(cliente: ClienteDetalhado) {
  const { data, error } = useQuery(modelosDoClienteQuery(cliente.id))
  const alcancavel = cliente.aceita_mensagens && cliente.telefone !== null && !cliente.contato_invalido
  return { alcancavel, falha: error, modelo: alcancavel ? data?.confirmacao : null }
}

/** The message that confirms the agreement, as the customer will read it, while it is still being typed. */
export function MensagemDoAcordo({ confirmacao, proposta, enviar, aoMudar }: Props) {
  const { alcancavel, falha, modelo } = confirmacao
  return (
    <section aria-label="Mensagem de confirmação">
      <div className="negociacao-parte-topo row between">
        <h3>Mensagem de confirmação</h3>
        <Switch
          className="cinza"
          rotulo="Enviar no WhatsApp"
          checked={enviar}
          disabled={modelo === null}
          onChange={({ target }) => aoMudar(target.checked)}
        />
      </div>
      <div className="acordo-mensagem">
        {!alcancavel ? (
          'Este cliente não recebe mensagens: avise-o por outro canal.'
        ) : modelo === undefined ? (
          falha ? (
            `Não foi possível ler a mensagem que ${enviar ? 'vai' : 'iria'} ao cliente. ${fraseDe(falha)}`
          ) : (
            <Skeleton altura={80} />
          )
        ) : modelo === null ? (
          'O modelo Negociação ainda não foi aprovado pela Meta: nenhuma mensagem sai.'
        ) : (
          <div className={enviar ? 'acordo-balao' : 'acordo-balao apagado'}>
            <div className="linhas">{preencher(modelo, proposta)}</div>
            <div className="acordo-modelo">modelo Negociação</div>
          </div>
        )}
      </div>
    </section>
  )
}

/** As the server fills it: the whole sum, how many instalments, and when the first one is due. */
function preencher(modelo: string, { totalCentavos, parcelas }: Proposta): string {
  const total = dinheiro(emReais(Math.max(0, totalCentavos)))
  const primeira = parcelas[0]
  const valores: Record<string, string> = {
    valor: total,
    valor_atualizado: total,
    quantidade_contas: primeira ? dizerParcelas(parcelas) : '…',
    vencimento: primeira ? dia(primeira.vencimento) : '…',
  }
  return modelo.replace(/\{\{(\w+)\}\}/g, (inteiro, nome: string) => valores[nome] ?? inteiro)
}
