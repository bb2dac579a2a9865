import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import type { Codigo } from '#contract/codigos.ts'
import type { Conta } from '#contract/contas-receber.ts'
import { nomeDaConta } from '#web/contas-receber/palavras.ts'
import type { Tom } from '#web/cores.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton, SkeletonList } from '#web/ui/Skeleton.tsx'
import { codigosQuery } from './codigos.queries.ts'
import './codigos.css'

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
  cliente: Pick<ClienteDetalhado, 'id' | 'contas'>
}

/** The Pix codes of a customer, the latest first: what each asks, for what, and what became of it. */
export function CodigosDoCliente({ cliente }: Props) {
  const { data, error, refetch } = useQuery(codigosQuery(cliente.id))
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os códigos" erro={error} aoTentar={() => void refetch()} />
  if (!data) return <SkeletonList linhas={2} altura={72} />
  if (data.data.length === 0)
    return <p className="codigos-nenhum cinza">Nenhum código ainda. Use “Enviar Pix” na conversa.</p>
  return (
    <ul className="codigos">
      {data.data.map((codigo) => (
        <li key={codigo.id}>
          <UmCodigo codigo={codigo} contas={cliente.contas} />
        </li>
      ))}
    </ul>
  )
}

function UmCodigo({ codigo, contas }: { codigo: Codigo; contas: readonly Conta[] }) {
  const [aberto, setAberto] = useState(false)
  const { situacao, valor, created_at, vale_ate, copia_e_cola } = codigo
  const vivo = situacao === 'emitido'
  return (
    <>
      <div className="row between gap-8">
        <b className="algarismos">{dinheiro(valor)}</b>
        <Chip tom={SITUACOES[situacao].tom}>{SITUACOES[situacao].rotulo}</Chip>
      </div>
      <div className="miudo quebra">{codigo.contas.map(nomeEntre(contas)).join(', ')}</div>
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

/** An account as the list beside it calls it. */
const nomeEntre =
  (contas: readonly Conta[]) =>
  ({ id, numero }: Codigo['contas'][number]) => {
    const conta = contas.find((uma) => uma.id === id)
    return conta ? nomeDaConta(conta) : numero
  }
