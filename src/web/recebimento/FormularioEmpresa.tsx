import { Link } from '@tanstack/react-router'
import type { Recebimento } from '#contract/recebimento.ts'
import { documento } from '#web/ui/formatos.ts'
import { FormTextField } from '#web/ui/formFields.tsx'
import { Formulario } from './Formulario.tsx'

/** The company's data, for payers who want to be sure whom they pay. */
export function FormularioEmpresa({ recebimento: { empresa } }: { recebimento: Recebimento }) {
  const valores = {
    empresa: {
      cnpj: empresa.cnpj ? documento(empresa.cnpj) : '',
      endereco: empresa.endereco ?? '',
      telefone: empresa.telefone ?? '',
    },
  }
  const ouNada = (texto: string) => texto.trim() || null
  return (
    <Formulario
      titulo="A empresa"
      texto={
        <>
          Para o cliente conferir a quem paga. O nome que assina as mensagens está em{' '}
          <Link className="ligacao" to="/admin/mensagens" search={{ aba: 'empresa' }}>
            Config. Mensagens
          </Link>
          .
        </>
      }
      valores={valores}
      gravado="Dados da empresa salvos."
      corpo={({ empresa }) => ({
        empresa: {
          cnpj: ouNada(empresa.cnpj),
          endereco: ouNada(empresa.endereco),
          telefone: ouNada(empresa.telefone),
        },
      })}
    >
      {({ control }) => (
        <>
          <div className="recebimento-par">
            <FormTextField control={control} nome="empresa.cnpj" rotulo="CNPJ" opcional maxLength={20} />
            <FormTextField
              control={control}
              nome="empresa.telefone"
              rotulo="Telefone"
              opcional
              type="tel"
              maxLength={30}
            />
          </div>
          <FormTextField control={control} nome="empresa.endereco" rotulo="Endereço" opcional maxLength={200} />
        </>
      )}
    </Formulario>
  )
}
