import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import { TextField } from './Field.tsx'
import { FilterButton } from './FilterButton.tsx'
import { dia, lerDia, lerReais, valor } from './formatos.ts'
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

const PONTAS = ['de', 'ate'] as const
type Ponta = (typeof PONTAS)[number]

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
  const [erradas, setErradas] = useState<Ponta[]>([])
  const aplicar = (evento: FormEvent<HTMLFormElement>) => {
    evento.preventDefault()
    // As it is on the screen: a day that does not exist is no day to `textos`, and must not take the filter away.
    const escrito = new FormData(evento.currentTarget)
    const ler = (nome: Ponta) => {
      const texto = String(escrito.get(nome)).trim()
      return texto && (tipo === 'dias' ? lerDia : lerReais)(texto)
    }
    const lidas = { de: ler('de'), ate: ler('ate') }
    const semLeitura = PONTAS.filter((nome) => lidas[nome] === null)
    if (semLeitura.length > 0) return setErradas(semLeitura)
    fechar()
    aoMudar(lidas.de || undefined, lidas.ate || undefined)
  }
  const ponta = (nome: Ponta, rotulo: string, foco?: { autoFocus: true }) => {
    const doCampo = { ...foco, ...(erradas.includes(nome) && { erro: 'Confira o valor.' }), name: nome }
    return tipo === 'dias' ? (
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
  }
  return (
    <form onSubmit={aplicar}>
      {ajuda && <p className="miudo cinza">{ajuda}</p>}
      {ponta('de', 'De', { autoFocus: true })}
      {ponta('ate', 'Até')}
      <Button type="submit" variant="contained">
        Filtrar
      </Button>
    </form>
  )
}
