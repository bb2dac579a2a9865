import { TextField, type TextFieldProps } from './Field.tsx'

/** Money typed as people write it; the form holds the text, `lerDinheiro` reads it. */
export const MoneyField = (props: TextFieldProps) => (
  <TextField prefixo="R$" placeholder="0,00" inputMode="decimal" {...props} />
)
