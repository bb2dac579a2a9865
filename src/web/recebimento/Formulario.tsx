import type { FieldValues } from 'react-hook-form'
import type { Entrada } from '#web/api/contrato.ts'
import { Formulario as FormularioDaTela, type FormularioProps } from '#web/ui/Formulario.tsx'
import { soOMudado } from '#web/ui/seguir.ts'
import { useGravar } from './useGravar.ts'

interface Props<V extends FieldValues> extends Omit<FormularioProps<V>, 'aoGravar'> {
  /** The request body for these values. */
  corpo: (valores: V) => Entrada<'PUT /api/admin/configuracoes/recebimento'>['body']
  gravado: string
}

/** One part of the settings about receiving. */
export function Formulario<V extends FieldValues>({ corpo, gravado, ...resto }: Props<V>) {
  const gravar = useGravar()
  const aoGravar = async (valores: V) => {
    await gravar.mutateAsync(soOMudado(corpo(resto.valores), corpo(valores)))
    return gravado
  }
  return <FormularioDaTela {...resto} aoGravar={aoGravar} />
}
