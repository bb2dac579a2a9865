import type { Option } from './Field.tsx'
import { FilterButton } from './FilterButton.tsx'
import { Menu, MenuItem } from './Menu.tsx'

interface Props {
  rotulo: string
  valor: string | undefined
  opcoes: readonly Option[]
  /** Whether some of them could not be read. */
  faltam?: boolean | undefined
  aoMudar: (valor: string | undefined) => void
}

/** A filter by one of a few values. */
export function FiltroMenu({ rotulo, valor, opcoes, faltam, aoMudar }: Props) {
  const ativa = opcoes.find((opcao) => opcao.valor === valor)
  return (
    <Menu
      rotulo={rotulo}
      trigger={<FilterButton rotulo={rotulo} valor={ativa?.rotulo} aoTirar={() => aoMudar(undefined)} />}
    >
      {opcoes.map((opcao) => (
        <MenuItem key={opcao.valor} selected={opcao.valor === valor} onClick={() => aoMudar(opcao.valor)}>
          {opcao.rotulo}
        </MenuItem>
      ))}
      {faltam && <MenuItem disabled>Não foi possível buscar as opções.</MenuItem>}
    </Menu>
  )
}
