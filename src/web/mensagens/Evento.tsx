import { memo } from 'react'
import type { Log } from '#contract/logs.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { dia, hora } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { AutoModeOutlined } from '#web/ui/icons/AutoModeOutlined.tsx'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { HeadsetMicOutlined } from '#web/ui/icons/HeadsetMicOutlined.tsx'
import { InfoOutlined } from '#web/ui/icons/InfoOutlined.tsx'
import { PauseCircleOutlineOutlined as PauseCircleOutlined } from '#web/ui/icons/PauseCircleOutlineOutlined.tsx'
import { PaymentsOutlined } from '#web/ui/icons/PaymentsOutlined.tsx'
import { PhoneMissedOutlined } from '#web/ui/icons/PhoneMissedOutlined.tsx'
import { UndoOutlined } from '#web/ui/icons/UndoOutlined.tsx'

interface Palavras {
  icone: Icon
  /** From the person's name, or '' when no person did it; without it the log's own sentence is shown. */
  frase?: (quem: string) => string
}
const comQuem = (fez: string, sozinho: string) => (quem: string) => (quem ? `${quem} ${fez}` : sozinho)

const PALAVRAS: Partial<Record<AcaoDoLog, Palavras>> = {
  'cliente.assumir': { icone: HeadsetMicOutlined, frase: comQuem('assumiu o atendimento', 'Atendimento assumido') },
  'cliente.responder': {
    icone: PauseCircleOutlined,
    frase: () => 'Respondeu: a cobrança automática parou e o atendimento entrou na fila',
  },
  'cliente.pausar': { icone: PauseCircleOutlined, frase: comQuem('pausou a cobrança', 'Cobrança pausada') },
  'cliente.reativar': { icone: AutoModeOutlined, frase: comQuem('devolveu à cobrança', 'De volta à cobrança') },
  'cliente.devolver': { icone: UndoOutlined, frase: comQuem('devolveu à fila', 'De volta à fila') },
  'cliente.terminar_pausa': { icone: AutoModeOutlined, frase: () => 'A pausa terminou: de volta à cobrança' },
  'cliente.esgotar': { icone: PhoneMissedOutlined },
  'cliente.concluir': { icone: CheckCircleOutlined, frase: () => 'Nada mais em aberto: cliente concluído' },
  'cliente.reabrir': { icone: AutoModeOutlined, frase: () => 'Há contas em aberto de novo' },
  'negociacao.fechar': { icone: HandshakeOutlined },
  'negociacao.pedir_aprovacao': { icone: HandshakeOutlined },
  'negociacao.aprovar': { icone: HandshakeOutlined },
  'negociacao.recusar': { icone: HandshakeOutlined },
  'negociacao.aceitar': { icone: HandshakeOutlined },
  'negociacao.iniciar': { icone: HandshakeOutlined },
  'negociacao.expirar': { icone: HandshakeOutlined },
  'negociacao.quebrar': { icone: HandshakeOutlined },
  'negociacao.cancelar': { icone: HandshakeOutlined },
  'conta.pagar': { icone: PaymentsOutlined },
  'conta.estornar': { icone: PaymentsOutlined },
}

/** Actions that take effect when the pause ends. */
const AINDA_NAO: ReadonlySet<string> = new Set<AcaoDoLog>(['cliente.reativar'])

/** What happened, as a line in its place in time. */
export const Evento = memo(function Evento({ log, cliente }: { log: Log; cliente: string }) {
  const palavras = PALAVRAS[log.acao as AcaoDoLog]
  const Icone = palavras?.icone ?? InfoOutlined
  return (
    <div className="thread-event" data-chave={`log-${log.id}`}>
      <Icone aria-hidden />
      <span>
        {hora(log.created_at)} · {palavras?.frase?.(log.usuario?.name ?? '') ?? semONome(log.descricao, cliente)}
        {log.pausado_ate && `${AINDA_NAO.has(log.acao) ? ', a partir de' : ' até'} ${dia(log.pausado_ate)}`}
      </span>
    </div>
  )
})

/** Without the customer's name, which the conversation already has, and without the final full stop. */
const semONome = (descricao: string, cliente: string) =>
  descricao.replace(` de ${cliente}`, '').replace(` para ${cliente}`, '').replace(/\.$/, '')
