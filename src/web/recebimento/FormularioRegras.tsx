import type { Control } from 'react-hook-form'
import type { Recebimento } from '#contract/recebimento.ts'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { FormMoneyField, FormSelect, FormTextField } from '#web/ui/formFields.tsx'
import { Formulario } from './Formulario.tsx'

interface Valores {
  carencia_dias_uteis: string
  perdao_maximo: string
  promessa_max_dias: string
  confirmar_pessoa: Recebimento['confirmar_pessoa']
}

const PESSOAS: { valor: Recebimento['confirmar_pessoa']; rotulo: string }[] = [
  { valor: 'nunca', rotulo: 'Nunca: a primeira já cobra' },
  { valor: 'cpf', rotulo: 'De quem tem CPF' },
  { valor: 'sempre', rotulo: 'De todos' },
]

interface DiasProps {
  control: Control<Valores>
  nome: 'carencia_dias_uteis' | 'promessa_max_dias'
  rotulo: string
  ajuda: string
  de: number
  ate: number
  unidade?: string
}
const CampoDeDias = ({ de, ate, unidade = 'dias', ...campo }: DiasProps) => (
  <FormTextField
    {...campo}
    inputMode="numeric"
    sufixo={unidade}
    regras={{
      validate: (texto) =>
        (/^\d{1,2}$/.test(texto.trim()) && Number(texto) >= de && Number(texto) <= ate) ||
        `Escreva de ${de} a ${ate} dias.`,
    }}
  />
)

/** What the engine does while money may be on its way, what is waived, and whether a phone is confirmed first. */
export function FormularioRegras({ recebimento }: { recebimento: Recebimento }) {
  const valores: Valores = {
    carencia_dias_uteis: String(recebimento.carencia_dias_uteis),
    perdao_maximo: valor(recebimento.perdao_maximo),
    promessa_max_dias: String(recebimento.promessa_max_dias),
    confirmar_pessoa: recebimento.confirmar_pessoa,
  }
  return (
    <Formulario<Valores>
      titulo="Regras"
      texto="Quem pode ter pago, ou prometeu pagar, não é cobrado até que se confirme."
      valores={valores}
      gravado="Regras salvas: valem já."
      corpo={(dados) => ({
        carencia_dias_uteis: Number(dados.carencia_dias_uteis),
        perdao_maximo: lerDinheiro(dados.perdao_maximo) ?? 0,
        promessa_max_dias: Number(dados.promessa_max_dias),
        confirmar_pessoa: dados.confirmar_pessoa,
      })}
    >
      {({ control }) => (
        <div className="recebimento-par">
          <CampoDeDias
            control={control}
            nome="carencia_dias_uteis"
            rotulo="Espera por um pagamento a caminho"
            unidade="dias úteis"
            ajuda="Nesses dias a conta não é cobrada."
            de={0}
            ate={10}
          />
          <FormMoneyField
            control={control}
            nome="perdao_maximo"
            rotulo="Encargos perdoados até"
            ajuda="De quem paga o valor impresso no boleto."
            regras={{ validate: (texto) => lerDinheiro(String(texto)) !== null || 'Escreva um valor, como 20,00.' }}
          />
          <CampoDeDias
            control={control}
            nome="promessa_max_dias"
            rotulo="Promessa de pagamento para até"
            ajuda="O dia mais distante que se aceita de quem promete."
            de={1}
            ate={60}
          />
          <FormSelect
            control={control}
            nome="confirmar_pessoa"
            rotulo="Perguntar se o telefone é da pessoa"
            opcoes={PESSOAS}
            ajuda="Antes da primeira cobrança a um telefone, sem falar da dívida. Sem resposta, pergunta de novo em 7 dias, e 7 dias depois o cliente vai para a fila."
          />
        </div>
      )}
    </Formulario>
  )
}
