import type { Conta } from '#contract/contas-receber.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { jaPago, nomeDaConta, quandoVence, valeDe } from '#web/contas-receber/palavras.ts'
import { verConta } from '#web/contas-receber/verConta.tsx'
import { dia, valor } from '#web/ui/formatos.ts'
import { StatusChip, statusConta } from '#web/ui/StatusChip.tsx'
import './ficha.css'

/** Accounts in two lines each: which one and when, how much, how it stands. */
export function ContasDaFicha({ contas }: { contas: readonly Conta[] }) {
  const admin = useUsuario().role === 'admin'
  if (contas.length === 0) return <div className="ficha-nenhuma">Nenhuma conta.</div>
  return (
    <ul className="ficha-contas">
      {contas.map((conta) => (
        <li key={conta.id}>
          <div>
            <button type="button" className="ligacao cortado" onClick={() => void verConta(conta.id, { admin })}>
              {nomeDaConta(conta)}
            </button>
            <div className={conta.dias_atraso > 0 ? 'miudo vencido' : 'miudo'}>
              {conta.status === 'paga' && conta.pago_em ? `paga em ${dia(conta.pago_em)}` : quandoVence(conta)}
              {jaPago(conta) && ` · ${jaPago(conta)}`}
              {conta.a_caminho && ' · pagamento a caminho'}
            </div>
          </div>
          <div className="ficha-valor">{valor(valeDe(conta))}</div>
          <div>
            <StatusChip de={statusConta[conta.status]} />
          </div>
        </li>
      ))}
    </ul>
  )
}
