import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { type ReactNode, useId } from 'react'
import { EntradaDia } from './EntradaDia.tsx'

interface Moldura {
  rotulo: string
  opcional?: boolean | undefined
  ajuda?: ReactNode
  erro?: string | undefined
}

/** Label above the field, and a line for help or error whose height is always there. */
export function Campo({ id, rotulo, opcional, ajuda, erro, children }: Moldura & { id: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        id={`${id}-rotulo`}
        sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500 }}
      >
        {rotulo}
        {opcional && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {' '}
            (opcional)
          </Box>
        )}
      </Box>
      {children}
      <FormHelperText
        id={`${id}-ajuda`}
        error={Boolean(erro)}
        sx={{ m: 0, minHeight: 20, color: erro ? undefined : 'text.secondary' }}
      >
        {erro ?? ajuda}
      </FormHelperText>
    </Box>
  )
}

export type EntradaProps = Moldura &
  Omit<OutlinedInputProps, 'error' | 'id'> & {
    prefixo?: string | undefined
    sufixo?: string | undefined
    atributos?: object
  }

/** A text, date, number or money field with everything that reads it aloud. */
export function Entrada({ rotulo, opcional, ajuda, erro, prefixo, sufixo, atributos, ...resto }: EntradaProps) {
  const id = useId()
  const slotProps = { input: { 'aria-describedby': `${id}-ajuda`, ...atributos } }
  if (resto.type === 'date') {
    const { type: _, value, onChange, ...comum } = resto
    return (
      <Campo id={id} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={erro}>
        <EntradaDia
          size="small"
          fullWidth
          error={Boolean(erro)}
          id={id}
          value={value}
          onChange={onChange}
          {...comum}
          slotProps={slotProps}
        />
      </Campo>
    )
  }
  return (
    <Campo id={id} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={erro}>
      <OutlinedInput
        size="small"
        fullWidth
        error={Boolean(erro)}
        id={id}
        startAdornment={prefixo && <InputAdornment position="start">{prefixo}</InputAdornment>}
        endAdornment={sufixo && <InputAdornment position="end">{sufixo}</InputAdornment>}
        {...resto}
        slotProps={slotProps}
      />
    </Campo>
  )
}

export interface Opcao {
  valor: string
  rotulo: string
}
export type EscolhaProps = Moldura & {
  valor: string
  opcoes: readonly Opcao[]
  aoMudar: (valor: string) => void
  disabled?: boolean
  vazio?: string
  /** What it is called aloud, where the label is not enough. */
  nome?: string
}

export function Escolha({
  rotulo,
  opcional,
  ajuda,
  erro,
  valor,
  opcoes,
  aoMudar,
  disabled,
  vazio,
  nome,
}: EscolhaProps) {
  const id = useId()
  return (
    <Campo id={id} rotulo={rotulo} opcional={opcional} ajuda={ajuda} erro={erro}>
      <Select
        size="small"
        fullWidth
        displayEmpty
        id={id}
        {...(nome ? { SelectDisplayProps: { 'aria-label': nome } } : { labelId: `${id}-rotulo` })}
        error={Boolean(erro)}
        disabled={disabled ?? false}
        value={valor}
        onChange={(evento) => aoMudar(evento.target.value)}
      >
        {vazio !== undefined && <MenuItem value="">{vazio}</MenuItem>}
        {opcoes.map((opcao) => (
          <MenuItem key={opcao.valor} value={opcao.valor}>
            {opcao.rotulo}
          </MenuItem>
        ))}
      </Select>
    </Campo>
  )
}
