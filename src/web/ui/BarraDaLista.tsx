import type { ReactNode } from 'react'
import { AcoesDaLista } from './AcoesDaLista.tsx'
import { BarraDeFiltros } from './BarraDeFiltros.tsx'
import { Button } from './Button.tsx'
import type { Option } from './Field.tsx'
import { FiltroMenu } from './FiltroMenu.tsx'
import { Flutuante } from './Flutuante.tsx'
import { filtrosEmUso } from './filtros.ts'
import { SearchField } from './SearchField.tsx'
import { useFiltros } from './useFiltros.ts'

interface Props {
  /** What the search looks through. */
  busca: string
  /** One or two letters match only at the start of words. */
  porComeco?: boolean | undefined
  /** Filters by one of a few values, under the name that the address and the server know. */
  menus: readonly { rotulo: string; nome: string; opcoes: readonly Option[]; faltam?: boolean }[]
  /** Filters of another kind. */
  outros?: ReactNode
  /** Every filter's name with `undefined`: what "Limpar" applies. */
  semFiltros: Record<string, undefined>
  aoExportar?: () => Promise<void>
  /** The screen's one action; on a phone it floats. */
  acao?: { rotulo: string; icone: ReactNode; aoFazer: () => void }
  /** At the right: a count, a switch. On a phone it is in the sheet of filters. */
  fim?: ReactNode
}

/** The search and the filters of an administrator's list, kept in the address; at the right, what is done with the list. */
export function BarraDaLista({ busca, porComeco, menus, outros, semFiltros, aoExportar, acao, fim }: Props) {
  const { filtros, mudar } = useFiltros()
  const filtra = menus.length > 0 || outros !== undefined
  const botoes = filtra && (
    <>
      {menus.map(({ rotulo, nome, opcoes, faltam }) => (
        <FiltroMenu
          key={nome}
          rotulo={rotulo}
          valor={filtros[nome]}
          opcoes={opcoes}
          faltam={faltam}
          aoMudar={(valor) => mudar({ [nome]: valor })}
        />
      ))}
      {outros}
    </>
  )
  return (
    <BarraDeFiltros
      quantos={menus.length === 1 && !outros ? 'poucos' : 'encolhem'}
      busca={
        <SearchField
          rotulo={busca}
          valor={filtros.busca}
          aoMudar={(texto) => mudar({ busca: texto })}
          porComeco={porComeco}
        />
      }
      filtros={botoes}
      campos={
        filtra && (
          <>
            {botoes}
            {fim}
          </>
        )
      }
      emUso={filtrosEmUso(semFiltros, filtros)}
      aoLimpar={() => mudar(semFiltros)}
      fim={
        <>
          {fim}
          {aoExportar && <AcoesDaLista aoExportar={aoExportar} />}
          {acao && (
            <Button variant="contained" startIcon={acao.icone} onClick={acao.aoFazer}>
              {acao.rotulo}
            </Button>
          )}
        </>
      }
      fimCelular={
        <>
          {aoExportar && <AcoesDaLista compacta aoExportar={aoExportar} />}
          {acao && <Flutuante {...acao} />}
        </>
      }
    />
  )
}
