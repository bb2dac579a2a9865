import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import { TextField } from './Field.tsx'
import { FilterButton } from './FilterButton.tsx'
import { dia, lerReais, valor } from './formatos.ts'
import { Popover } from './Popover.tsx'
import { useFiltros } from './useFiltros.ts'

interface Props {
  rotulo: string
  /** Days, or amounts in reais. */
  tipo: 'dias' | 'reais'
  /** Under which names the address keeps both ends. */
  nomes: readonly [de: string, ate: string]
  /** What is compared, where it is not what the list shows. */
  ajuda?: string
  /** A filter that this one takes the place of. */
  emVezDe?: string
}

/** A filter from one value to another, either end open, kept in the address. */
export function FiltroIntervalo({ rotulo, tipo, nomes: [nomeDe, nomeAte], ajuda, emVezDe }: Props) {
  const { filtros, mudar } = useFiltros()
  const [de, ate] = [filtros[nomeDe], filtros[nomeAte]]
  const escrever = (texto: string) => (tipo === 'dias' ? dia(texto) : valor(Number(texto)))
  const aoMudar: DoIntervalo['aoMudar'] = (novoDe, novoAte) =>
    mudar({ [nomeDe]: novoDe, [nomeAte]: novoAte, ...(emVezDe && { [emVezDe]: undefined }) })
  const resumo =
    de && ate ? `${escrever(de)} a ${escrever(ate)}` : de ? `desde ${escrever(de)}` : ate && `até ${escrever(ate)}`
  return (
    <Popover
      tipo="dialog"
      rotulo={rotulo}
      trigger={<FilterButton rotulo={rotulo} valor={resumo} aoTirar={() => aoMudar(undefined, undefined)} />}
    >
      {(fechar) => <Intervalo {...{ tipo, de, ate, ajuda, aoMudar, fechar }} />}
    </Popover>
  )
}

interface DoIntervalo {
  tipo: Props['tipo']
  de: string | undefined
  ate: string | undefined
  ajuda: string | undefined
  aoMudar: (de: string | undefined, ate: string | undefined) => void
  fechar: () => void
}
function Intervalo({ tipo, de, ate, ajuda, aoMudar, fechar }: DoIntervalo) {
  const [textos, setTextos] = useState({ de: de ?? '', ate: ate ?? '' })
  const [erro, setErro] = useState('')
  const aplicar = (evento: FormEvent) => {
    evento.preventDefault()
    const ler = tipo === 'dias' ? (texto: string) => texto : lerReais
    const novoDe = textos.de && ler(textos.de)
    const novoAte = textos.ate && ler(textos.ate)
    if (novoDe === null || novoAte === null) return setErro('Confira os valores.')
    fechar()
    aoMudar(novoDe || undefined, novoAte || undefined)
  }
  const ponta = (nome: 'de' | 'ate', rotulo: string, doCampo: { erro?: string; autoFocus?: boolean }) =>
    tipo === 'dias' ? (
      <DateField
        {...doCampo}
        rotulo={rotulo}
        value={textos[nome]}
        aoMudar={(dia) => setTextos({ ...textos, [nome]: dia })}
      />
    ) : (
      <TextField
        {...doCampo}
        prefixo="R$"
        placeholder="0,00"
        inputMode="decimal"
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
