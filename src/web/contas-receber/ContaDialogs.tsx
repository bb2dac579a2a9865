import type { Conta } from '#contract/contas-receber.ts'
import { useNomeDoFeriado } from '#web/api/useNomeDoFeriado.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField } from '#web/ui/formFields.tsx'
import { MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { cancelarConta, estornarPagamento, mudarConta } from './contas.api.ts'
import { nomeDaConta, queDiaE } from './palavras.ts'
import './contas-receber.css'

interface Props {
  conta: Conta
  aoFechar: () => void
}
export const regraDinheiro = (texto: unknown) =>
  (lerDinheiro(String(texto)) ?? 0) > 0 || 'Informe um valor em reais, por exemplo 1.234,56.'

/** Due day and value, while nothing was paid. Only what changed is sent. */
export function EditarContaDialog({ conta, aoFechar }: Props) {
  const nomeDoFeriado = useNomeDoFeriado()
  return (
    <FormDialog
      titulo={`Editar ${nomeDaConta(conta)}`}
      acao="Salvar conta"
      valores={{ valor: emValor(conta.valor), vencimento: conta.vencimento }}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const valor = lerDinheiro(dados.valor) ?? 0
        await mudarConta(conta, {
          ...(valor !== conta.valor && { valor }),
          ...(dados.vencimento !== conta.vencimento && { vencimento: dados.vencimento }),
        })
        aoFechar()
        avisar(`${nomeDaConta(conta)} foi salva.`)
      }}
    >
      {({ control }) => (
        <div className="par">
          <FormMoneyField control={control} nome="valor" rotulo="Valor" regras={{ validate: regraDinheiro }} />
          <FormDateField
            control={control}
            nome="vencimento"
            rotulo="Vencimento"
            regras={{ required: 'Informe o vencimento.' }}
            aoLer={(dia) => queDiaE(dia, nomeDoFeriado)}
          />
        </div>
      )}
    </FormDialog>
  )
}

export const CancelarContaDialog = ({ conta, aoFechar }: Props) => (
  <MotivoDialog
    titulo={`Cancelar ${nomeDaConta(conta)}?`}
    acao="Cancelar conta"
    aoFechar={aoFechar}
    aoConfirmar={async (motivo) => {
      await cancelarConta(conta, motivo)
      avisar(`${nomeDaConta(conta)} foi cancelada.`)
    }}
  >
    {dinheiro(conta.valor_atualizado)} de {conta.cliente.nome} deixam de ser cobrados. Não dá para desfazer.
  </MotivoDialog>
)

export const EstornarDialog = ({
  conta,
  pagamento,
  aoFechar,
}: Props & { pagamento: { id: number; valor: number } }) => (
  <MotivoDialog
    titulo="Estornar pagamento?"
    acao="Estornar pagamento"
    aoFechar={aoFechar}
    aoConfirmar={async (motivo) => {
      await estornarPagamento(conta, pagamento.id, motivo)
      avisar('Pagamento estornado: a conta voltou a ficar em aberto.')
    }}
  >
    {dinheiro(pagamento.valor)} recebidos em {nomeDaConta(conta)} voltam a ser devidos por {conta.cliente.nome}.
    {conta.status === 'paga' &&
      (conta.negociacao_id
        ? ' Se o acordo estava cumprido, ele volta a correr.'
        : ' Se o cliente estava concluído, volta a ser cobrado.')}
  </MotivoDialog>
)
