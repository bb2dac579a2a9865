import type { ComponentProps } from 'react'
import { SearchField } from '#web/ui/SearchField.tsx'

/** The search of a list of customers. */
export const BuscaDeClientes = (props: Omit<ComponentProps<typeof SearchField>, 'porComeco'>) => (
  <SearchField {...props} porComeco />
)
