import { useState } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'
import { diasEntre } from '#domain/data.ts'
import { enumerar } from '#domain/plural.ts'
import { hoje } from '#web/api/agora.ts'
import { Button } from '#web/ui/Button.tsx'
import { dia, dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import { MenuConta } from './MenuConta.tsx'
import { abertoDe, nomeDaConta } from './palavras.ts'
import type { Selecao } from './useSelecao.ts'
import { useSetas } from './useSetas.ts'
import './contas.css'

/** A customer's accounts: open ones to be chosen, with what they are worth today; the others folded. */
export function ListaContas({ contas, selecao }: { contas: Conta[]; selecao?: Selecao }) {
  const [todas, setTodas] = useState(false)
  const abertas = contas.filter(emAberto)
  const encerradas = contas.filter((conta) => !emAberto(conta))
  const setas = useSetas()
  return (
    <div {...setas}>
      {abertas.length === 0 && <div className="contas-nenhuma">Nenhuma conta em aberto.</div>}
      {abertas.map((conta) => (
        <Aberta
          key={conta.id}
          conta={conta}
          escolhida={selecao?.tem(conta.id) ?? false}
          aoAlternar={selecao && (() => selecao.alternar(conta.id))}
        />
      ))}
      {encerradas.length > 0 && (
        <div className="contas-encerradas">
          <Button onClick={() => setTodas(!todas)} aria-expanded={todas}>
            {todas ? 'Ocultar' : 'Ver'} {encerradas.length} {palavrasDe(encerradas)}
          </Button>
        </div>
      )}
      {todas && encerradas.map((conta) => <Encerrada key={conta.id} conta={conta} />)}
    </div>
  )
}

/** "em 24 dias", "amanhã", "hoje". */
function emQuantosDias(vencimento: string): string {
  const dias = diasEntre(hoje(), vencimento)
  return dias <= 0 ? 'hoje' : dias === 1 ? 'amanhã' : `em ${dias} dias`
}

/** "pagas e negociadas", "canceladas": what became of them. */
function palavrasDe(contas: Conta[]): string {
  const status = (['paga', 'negociada', 'cancelada'] as const).filter((um) =>
    contas.some((conta) => conta.status === um),
  )
  return enumerar(status.map((um) => (contas.length === 1 ? um : `${um}s`)))
}

interface AbertaProps {
  conta: Conta
  escolhida: boolean
  aoAlternar: (() => void) | undefined
}
function Aberta({ conta, escolhida, aoAlternar }: AbertaProps) {
  const rotulo = `selecionar-${conta.id}`
  const vencida = conta.dias_atraso > 0
  const Nome = aoAlternar ? 'label' : 'div'
  return (
    <div className={`conta${aoAlternar ? ' com-caixa' : ''}${escolhida ? ' escolhida' : ''}`}>
      {aoAlternar && (
        <input
          type="checkbox"
          className="caixa"
          id={rotulo}
          checked={escolhida}
          onChange={aoAlternar}
          aria-label={`Selecionar ${nomeDaConta(conta)}`}
        />
      )}
      <Nome className="conta-nome" {...(aoAlternar && { htmlFor: rotulo })}>
        <div className="conta-titulo">{nomeDaConta(conta)}</div>
        <div className="conta-menor">
          {vencida ? 'venceu' : 'vence'} {dia(conta.vencimento)} ·{' '}
          {vencida ? (
            <b className="nowrap">{plural(conta.dias_atraso, 'dia', 'dias')}</b>
          ) : (
            emQuantosDias(conta.vencimento)
          )}
        </div>
        {conta.a_caminho && <div className="conta-menor">pagamento a caminho</div>}
        {(conta.contestada || conta.prometida_ate) && (
          <div className="conta-menor">
            {conta.prometida_ate ? `prometida até ${dia(conta.prometida_ate)}` : 'contestada'}
          </div>
        )}
      </Nome>
      <div className="conta-dinheiro algarismos nowrap">
        <div className="conta-valor">{dinheiro(conta.valor_atualizado)}</div>
        <div className="conta-menor">
          {conta.encargos > 0
            ? `${valor(abertoDe(conta))}${conta.valor_pago > 0 ? ` de ${valor(conta.valor)}` : ''} + ${valor(conta.encargos)}`
            : conta.valor_pago > 0
              ? `já pagos ${valor(conta.valor_pago)} de ${valor(conta.valor)}`
              : 'sem encargos'}
        </div>
      </div>
      <MenuConta conta={conta} />
    </div>
  )
}

const Encerrada = ({ conta }: { conta: Conta }) => (
  <div className="conta encerrada">
    <div className="conta-nome">
      {nomeDaConta(conta)}
      <div className="conta-menor">
        {conta.pago_em ? `paga em ${dia(conta.pago_em)}` : `vencimento ${dia(conta.vencimento)}`}
      </div>
    </div>
    <div className="conta-dinheiro algarismos nowrap">{dinheiro(conta.valor)}</div>
    <StatusChip de={statusConta[conta.status]} />
    <MenuConta conta={conta} />
  </div>
)
