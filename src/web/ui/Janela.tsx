import { DIA_MS } from '#domain/data.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { LockOutlined } from '#web/ui/icons/LockOutlined.tsx'
import { restaDaJanela, restante } from './formatos.ts'

const POUCO_MS = 2 * 3_600_000
const RAIO = 5.5
const VOLTA = 2 * Math.PI * RAIO

interface Props {
  ate: string | null
  curta?: boolean
  /** Short of room: once closed only the padlock and "fechada" show. */
  apertada?: boolean
}

/** What is left of the 24-hour window: a ring that empties, orange under two hours, a padlock once closed. */
export function Janela({ ate, curta = false, apertada = false }: Props) {
  const resta = restaDaJanela(ate, useAgora())
  return (
    <span className="janela" style={{ display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' }}>
      {resta > 0 ? (
        <>
          <Anel parte={resta / DIA_MS} pouco={resta < POUCO_MS} grande={!curta} />
          <span className="so-leitor">Janela de 24 horas: </span>
          {curta ? (
            restante(resta, true)
          ) : (
            <span>
              <b style={{ fontWeight: 500, color: 'var(--text)' }}>{restante(resta, false)}</b>
              <span className="janela-palavra"> de janela</span>
            </span>
          )}
        </>
      ) : (
        <>
          <LockOutlined size={curta ? 16 : 20} aria-hidden />
          <span>
            <span className={apertada ? 'so-leitor' : undefined}>{curta ? 'janela' : 'Janela'}</span> fechada
          </span>
        </>
      )}
    </span>
  )
}

function Anel({ parte, pouco, grande }: { parte: number; pouco: boolean; grande: boolean }) {
  const lado = grande ? 18 : 14
  return (
    <svg width={lado} height={lado} viewBox="0 0 14 14" aria-hidden="true">
      <circle
        cx="7"
        cy="7"
        r={RAIO}
        fill="none"
        stroke={pouco ? 'var(--warning-soft)' : 'var(--bubble-line)'}
        strokeWidth="2.4"
      />
      <circle
        cx="7"
        cy="7"
        r={RAIO}
        fill="none"
        stroke={pouco ? 'var(--warning-solid)' : 'var(--link)'}
        strokeWidth="2.4"
        strokeDasharray={`${VOLTA * Math.min(1, parte)} ${VOLTA}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  )
}
