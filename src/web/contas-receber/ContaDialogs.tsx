import Box from '@mui/material/Box'
import type { Conta } from '#contract/contas-receber.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { CampoDia, CampoDinheiro, CampoTexto } from '#web/ui/campos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { cancelarConta, estornarPagamento, mudarConta } from './contas.api.ts'
import { nomeDaConta } from './palavras.ts'

interface Props {
  conta: Conta
  aoFechar: () => void
}
export const regraDinheiro = (texto: unknown) =>
  (lerDinheiro(String(texto)) ?? 0) > 0 || 'Informe um valor em reais, por exemplo 1.234,56.'
export const regraMotivo = (texto: string) => texto.trim().length >= 3 || 'Escreva o motivo com ao menos 3 caracteres.'

/** Due day and value, while nothing was paid. Only what changed is asked of the server. */
export function EditarContaDialog({ conta, aoFechar }: Props) {
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
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
          <CampoDinheiro control={control} nome="valor" rotulo="Valor" regras={{ validate: regraDinheiro }} />
          <CampoDia
            control={control}
            nome="vencimento"
            rotulo="Vencimento"
            regras={{ required: 'Informe o vencimento.' }}
          />
        </Box>
      )}
    </FormDialog>
  )
}

export function CancelarContaDialog({ conta, aoFechar }: Props) {
  return (
    <FormDialog
      titulo={`Cancelar ${nomeDaConta(conta)}?`}
      acao="Cancelar conta"
      cancelar="Voltar"
      perigo
      valores={{ motivo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await cancelarConta(conta, motivo)
        aoFechar()
        avisar(`${nomeDaConta(conta)} foi cancelada.`)
      }}
    >
      {({ control }) => (
        <>
          <Box sx={{ color: 'text.secondary', mb: 2 }}>
            {dinheiro(conta.valor_atualizado)} de {conta.cliente.nome} deixam de ser cobrados. Isto não se desfaz.
          </Box>
          <CampoTexto
            control={control}
            nome="motivo"
            rotulo="Motivo"
            multiline
            minRows={2}
            autoFocus
            atributos={{ maxLength: 500 }}
            regras={{ validate: regraMotivo }}
          />
        </>
      )}
    </FormDialog>
  )
}

export function EstornarDialog({ conta, pagamento, aoFechar }: Props & { pagamento: { id: number; valor: number } }) {
  return (
    <FormDialog
      titulo="Estornar pagamento?"
      acao="Estornar pagamento"
      cancelar="Voltar"
      perigo
      valores={{ motivo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await estornarPagamento(conta, pagamento.id, motivo)
        aoFechar()
        avisar('Pagamento estornado: a conta voltou a ficar em aberto.')
      }}
    >
      {({ control }) => (
        <>
          <Box sx={{ color: 'text.secondary', mb: 2 }}>
            {dinheiro(pagamento.valor)} recebidos em {nomeDaConta(conta)} voltam a ser devidos por {conta.cliente.nome}.
          </Box>
          <CampoTexto
            control={control}
            nome="motivo"
            rotulo="Motivo"
            multiline
            minRows={2}
            autoFocus
            atributos={{ maxLength: 500 }}
            regras={{ validate: regraMotivo }}
          />
        </>
      )}
    </FormDialog>
  )
}
