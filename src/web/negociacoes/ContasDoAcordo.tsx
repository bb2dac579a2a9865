import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { emAberto, nomeDaConta } from '#domain/conta.ts'
import { emReais } from '#domain/dinheiro.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { dia, plural, valor } from '#web/ui/formatos.ts'

/** The accounts in the agreement, as chosen in the debts panel; this panel may change them. */
export interface ContasEscolhidas {
  contas: ClienteDetalhado['contas']
  tem: (id: number) => boolean
  alternar: (id: number) => void
  escolher: (ids: readonly number[]) => void
}

/** As many as leave the conditions in view; the others are counted. */
const A_VISTA = 6

/** The accounts in the agreement; "Trocar contas" shows every open one to choose from. */
export function ContasDoAcordo({ cliente, selecao }: { cliente: ClienteDetalhado; selecao: ContasEscolhidas }) {
  const [trocando, setTrocando] = useState(selecao.contas.length === 0)
  const abertas = cliente.contas.filter(emAberto)
  const escondidas = trocando || selecao.contas.length <= A_VISTA ? 0 : selecao.contas.length - A_VISTA
  const mostradas = trocando ? abertas : selecao.contas.slice(0, selecao.contas.length - escondidas)
  return (
    <section aria-label="Contas no acordo">
      <div className="negociacao-parte-topo row between">
        <h3>{plural(selecao.contas.length, 'conta no acordo', 'contas no acordo')}</h3>
        <Button size="small" onClick={() => setTrocando(!trocando)} aria-expanded={trocando}>
          {trocando ? 'Pronto' : 'Trocar contas'}
        </Button>
      </div>
      {mostradas.map((conta) => {
        const prazo =
          conta.dias_atraso > 0 ? plural(conta.dias_atraso, 'dia', 'dias') : `vence ${dia(conta.vencimento)}`
        const texto = (
          <>
            {nomeDaConta(conta)} <span className={conta.dias_atraso > 0 ? 'vencido' : 'cinza'}>{prazo}</span>
          </>
        )
        return (
          <div className="acordo-conta row between algarismos" key={conta.id}>
            {trocando ? (
              <Checkbox checked={selecao.tem(conta.id)} onChange={() => selecao.alternar(conta.id)} rotulo={texto} />
            ) : (
              <span>{texto}</span>
            )}
            <span className="forte">
              {valor(emReais(Math.round(conta.valor * 100) - Math.round(conta.valor_pago * 100)))}
            </span>
          </div>
        )
      })}
      {escondidas > 0 && <div className="cinza">e mais {plural(escondidas, 'conta', 'contas')}</div>}
    </section>
  )
}
