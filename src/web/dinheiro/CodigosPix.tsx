import { useState } from 'react'
import type { Codigo } from '#contract/codigos.ts'
import type { Tom } from '#web/cores.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import './codigos-pix.css'

const NAO_COPIOU = 'O navegador não deixou copiar. Abra “Ver QR”, selecione o código e copie.'
const QrCode = onDemand(() => import('./QrCode.tsx'), 'QrCode', { Coming: () => <Skeleton altura={160} /> })

const SITUACOES: Record<Codigo['situacao'], { rotulo: string; tom: Tom }> = {
  emitido: { rotulo: 'À espera', tom: 'info' },
  pago: { rotulo: 'Pago', tom: 'success' },
  substituido: { rotulo: 'Substituído', tom: 'neutral' },
  expirado: { rotulo: 'Vencido', tom: 'neutral' },
  cancelado: { rotulo: 'Cancelado', tom: 'neutral' },
}

interface Props {
  codigos: readonly Codigo[]
  /** An account's name, as in the list beside it. */
  nomeDe: (conta: Codigo['contas'][number]) => string
}

/** Pix codes, the latest first: what each asks, for what, and what became of it. */
export function CodigosPix({ codigos, nomeDe }: Props) {
  if (codigos.length === 0)
    return (
      <p className="cinza">
        Nenhum código ainda. Para fazer um, use “Enviar Pix” na conversa; também vai um com cada modelo que o pede.
      </p>
    )
  return (
    <ul className="codigos">
      {codigos.map((codigo) => (
        <li key={codigo.id}>
          <UmCodigo codigo={codigo} nomeDe={nomeDe} />
        </li>
      ))}
    </ul>
  )
}

function UmCodigo({ codigo, nomeDe }: { codigo: Codigo; nomeDe: Props['nomeDe'] }) {
  const [aberto, setAberto] = useState(false)
  const { situacao, valor, created_at, vale_ate, copia_e_cola } = codigo
  const vivo = situacao === 'emitido'
  return (
    <>
      <div className="row between gap-8">
        <b className="algarismos">{dinheiro(valor)}</b>
        <Chip tom={SITUACOES[situacao].tom}>{SITUACOES[situacao].rotulo}</Chip>
      </div>
      <div className="miudo quebra">{codigo.contas.map(nomeDe).join(', ')}</div>
      <div className="miudo">
        feito em {diaEHora(created_at)}
        {vivo && `, vale até ${dia(vale_ate)}`}
      </div>
      {vivo && (
        <div className="row wrap gap-8">
          <Button size="small" onClick={() => void copiarTexto(copia_e_cola, 'Código copiado.', NAO_COPIOU)}>
            Copiar código
          </Button>
          <Button size="small" aria-expanded={aberto} onClick={() => setAberto(!aberto)}>
            {aberto ? 'Ocultar QR' : 'Ver QR'}
          </Button>
        </div>
      )}
      {vivo && aberto && (
        <>
          <QrCode texto={copia_e_cola} nome={`QR do Pix de ${dinheiro(valor)}`} />
          <p className="miudo quebra">{copia_e_cola}</p>
        </>
      )}
    </>
  )
}
