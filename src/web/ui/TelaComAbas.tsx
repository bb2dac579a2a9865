import type { ReactNode } from 'react'
import { Tabs } from './Tabs.tsx'
import { useFiltros } from './useFiltros.ts'
import './tela-com-abas.css'

interface Props<V extends string> {
  rotulo: string
  /** The label of each tab, by its word in the address; the first opens without one. */
  abas: Record<V, string>
  aba: V
  /** What it shows fills the window. */
  cheia?: boolean
  children: ReactNode
}

/** A screen of tabs, which stay at the top; another tab begins without what narrowed this one. */
export function TelaComAbas<V extends string>({ rotulo, abas, aba, cheia = false, children }: Props<V>) {
  const { filtros, mudar } = useFiltros()
  const valores = Object.keys(abas) as V[]
  const abrir = (nova: V) => {
    const semFiltros = Object.fromEntries(Object.keys(filtros).map((nome) => [nome, undefined]))
    mudar({ ...semFiltros, aba: nova === valores[0] ? undefined : nova }, { empurrar: true })
  }
  return (
    <div className={cheia ? 'tela-com-abas stack cheia' : 'tela-com-abas stack'}>
      <Tabs
        daTela
        rotulo={rotulo}
        painel="painel"
        abas={valores.map((valor) => ({ valor, rotulo: abas[valor] }))}
        atual={aba}
        aoMudar={abrir}
      />
      <div role="tabpanel" id="painel" aria-labelledby={`painel-${aba}`} className="tela-painel">
        {children}
      </div>
    </div>
  )
}
