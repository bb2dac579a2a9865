import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import { TextField, type TextFieldProps } from './Field.tsx'
import { FilterButton } from './FilterButton.tsx'
import { Popover } from './Popover.tsx'

interface Props {
  rotulo: string
  de: string | undefined
  ate: string | undefined
  /** How an end of the interval is written on the button. */
  escrever: (valor: string) => string
  /** Typed text to what the address keeps; null says that it cannot be read. */
  ler?: (texto: string) => string | null
  /** What is compared, where it is not what the list shows. */
  ajuda?: string
  /** Days; or text fields of this kind. */
  campo: 'dia' | Partial<TextFieldProps>
  aoMudar: (de: string | undefined, ate: string | undefined) => void
}

/** A filter from one value to another, either end open. */
export function FiltroIntervalo(props: Props) {
  const { rotulo, de, ate, escrever, aoMudar } = props
  const resumo =
    de && ate ? `${escrever(de)} a ${escrever(ate)}` : de ? `desde ${escrever(de)}` : ate && `até ${escrever(ate)}`
  return (
    <Popover
      tipo="dialog"
      rotulo={rotulo}
      trigger={<FilterButton rotulo={rotulo} valor={resumo} aoTirar={() => aoMudar(undefined, undefined)} />}
    >
      {(fechar) => <Intervalo {...props} fechar={fechar} />}
    </Popover>
  )
}

function Intervalo({ de, ate, ajuda, ler = (texto) => texto, campo, aoMudar, fechar }: Props & { fechar: () => void }) {
  const [textos, setTextos] = useState({ de: de ?? '', ate: ate ?? '' })
  const [erro, setErro] = useState('')
  const aplicar = (evento: FormEvent) => {
    evento.preventDefault()
    const novoDe = textos.de && ler(textos.de)
    const novoAte = textos.ate && ler(textos.ate)
    if (novoDe === null || novoAte === null) return setErro('Confira os valores.')
    fechar()
    aoMudar(novoDe || undefined, novoAte || undefined)
  }
  const ponta = (nome: 'de' | 'ate', rotulo: string, doCampo: { erro?: string; autoFocus?: boolean }) =>
    campo === 'dia' ? (
      <DateField
        {...doCampo}
        rotulo={rotulo}
        value={textos[nome]}
        aoMudar={(dia) => setTextos({ ...textos, [nome]: dia })}
      />
    ) : (
      <TextField
        {...campo}
        {...doCampo}
        rotulo={rotulo}
        value={textos[nome]}
        onChange={({ target }) => setTextos({ ...textos, [nome]: target.value })}
      />
    )
  return (
    <form onSubmit={aplicar}>
      {ajuda && <p className="miudo cinza">{ajuda}</p>}
      {ponta('de', 'De', { autoFocus: true })}
      {ponta('ate', 'Até', erro ? { erro } : {})}
      <Button type="submit" variant="contained">
        Filtrar
      </Button>
    </form>
  )
}
