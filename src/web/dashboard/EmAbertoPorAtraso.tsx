import { Link } from '@tanstack/react-router'
import { FAIXAS, type Faixa } from '#domain/conta.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { nomeDaFaixa } from '#web/contas-receber/nomeDaFaixa.ts'
import { dinheiro, maiuscula, plural } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Faixas = Resposta<'GET /api/admin/dashboard'>['aging']

/** The customers whose oldest account is so late. The figures are of accounts: only the name leads there, and no figure. */
const clientesDa = (faixa: Faixa) =>
  faixa === 'a_vencer' ? { atraso: 'sem_atraso', valor_min: '0.01' } : { atraso: faixa }

const ESPERADAS = FAIXAS.map((faixa) => ({ faixa, contas: 0, valor: 0 }))

/** What is open by how late it is, on its own ramp, with the exact values. */
export function EmAbertoPorAtraso({ faixas }: { faixas: Faixas | undefined }) {
  const maximo = Math.max(1, ...(faixas ?? []).map((faixa) => faixa.valor))
  return (
    <Quadro
      titulo="Em aberto por atraso"
      acao={
        <Link className="button" to="/admin/clientes" search={{ atraso: 'com_atraso' }}>
          Ver quem deve
        </Link>
      }
    >
      <ul className="faixas">
        {(faixas ?? ESPERADAS).map((faixa, i) => (
          <li key={faixa.faixa}>
            <div className="faixa-valores flex wrap">
              <Link className="alvo" to="/admin/clientes" search={clientesDa(faixa.faixa)}>
                {maiuscula(nomeDaFaixa(faixa.faixa))}
              </Link>
              <span className="miudo">{faixas && plural(faixa.contas, 'conta', 'contas')}</span>
              <span className="faixa-valor push forte algarismos">
                {faixas ? dinheiro(faixa.valor) : <Skeleton largura={96} />}
              </span>
            </div>
            <div aria-hidden className="faixa-fundo pintado">
              <div
                style={{
                  width: `${(faixa.valor / maximo) * 100}%`,
                  minWidth: faixa.valor > 0 ? 8 : 0,
                  background: `var(--late-${i})`,
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="faixas-nota miudo">
        O nome da faixa abre os clientes cuja conta mais antiga está nela, com tudo o que devem.
      </p>
    </Quadro>
  )
}
