import type { ReactNode } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { nomeDaConta, quandoVence } from './palavras.ts'

interface Props {
  titulo: ReactNode
  contas: readonly Conta[]
  escolhidas: readonly number[]
  aoMudar: (ids: number[]) => void
  /** In the place of the boxes where there is no account. */
  semContas: string
  /** Remarks on an account, to be read before choosing it. */
  ressalvas?: (conta: Conta) => string[]
}

/** Accounts to choose from in a dialog: what each is, when it falls due, and what it is worth today. */
export const CaixasDeContas = ({ titulo, contas, escolhidas, aoMudar, semContas, ressalvas }: Props) => (
  <fieldset className="grid gap-8">
    <legend className="forte">{titulo}</legend>
    {contas.map((conta) => (
      <div key={conta.id} className="row between gap-12">
        <Checkbox
          rotulo={nomeDaConta(conta)}
          ajuda={[quandoVence(conta), ...(ressalvas?.(conta) ?? [])].join(' · ')}
          checked={escolhidas.includes(conta.id)}
          onChange={({ target }) =>
            aoMudar(target.checked ? [...escolhidas, conta.id] : escolhidas.filter((id) => id !== conta.id))
          }
        />
        <span className="algarismos nowrap">{dinheiro(conta.valor_atualizado)}</span>
      </div>
    ))}
    {contas.length === 0 && <p className="cinza">{semContas}</p>}
  </fieldset>
)
