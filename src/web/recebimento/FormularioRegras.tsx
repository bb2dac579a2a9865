import type { Recebimento } from '#contract/recebimento.ts'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { FormMoneyField, FormTextField } from '#web/ui/formFields.tsx'
import { Formulario } from './Formulario.tsx'

interface Valores {
  carencia_dias_uteis: string
  perdao_maximo: string
}

const dias = (min: number, max: number) => (texto: unknown) =>
  (/^\d{1,2}$/.test(String(texto).trim()) && Number(texto) >= min && Number(texto) <= max) ||
  `Escreva de ${min} a ${max} dias.`

/** What the engine does while money may be on its way, and what is forgiven. */
export function FormularioRegras({ recebimento }: { recebimento: Recebimento }) {
  const valores: Valores = {
    carencia_dias_uteis: String(recebimento.carencia_dias_uteis),
    perdao_maximo: valor(recebimento.perdao_maximo),
  }
  return (
    <Formulario<Valores>
      titulo="Enquanto o pagamento não é certo"
      texto="Quem pode ter pago é deixado em paz até que se saiba."
      valores={valores}
      gravado="Regras salvas: valem já."
      corpo={(dados) => ({
        carencia_dias_uteis: Number(dados.carencia_dias_uteis),
        perdao_maximo: lerDinheiro(dados.perdao_maximo) ?? 0,
      })}
    >
      {({ control }) => (
        <>
          <div className="recebimento-par">
            <FormTextField
              control={control}
              nome="carencia_dias_uteis"
              rotulo="Espera por um pagamento a caminho"
              inputMode="numeric"
              sufixo="dias úteis"
              ajuda="Nesses dias a conta não é cobrada."
              regras={{ validate: dias(0, 10) }}
            />
            <FormMoneyField
              control={control}
              nome="perdao_maximo"
              rotulo="Encargos perdoados até"
              ajuda="De quem paga o boleto pelo valor escrito."
              regras={{ validate: (texto) => lerDinheiro(String(texto)) !== null || 'Escreva um valor, como 20,00.' }}
            />
          </div>
        </>
      )}
    </Formulario>
  )
}
