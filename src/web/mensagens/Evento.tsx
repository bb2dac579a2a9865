import type { SvgIconComponent } from '@mui/icons-material'
import AutoModeOutlined from '@mui/icons-material/AutoModeOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlineOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined'
import { memo } from 'react'
import type { Log } from '#contract/logs.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { dia, hora } from '#web/ui/formatos.ts'

interface Palavras {
  icone: SvgIconComponent
  /** Who did it, when it was a person; else the log's own sentence stands. */
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
  'cliente.terminar_pausa': { icone: AutoModeOutlined, frase: () => 'A pausa terminou: de volta à cobrança' },
  'cliente.esgotar': { icone: PhoneMissedOutlined },
  'cliente.concluir': { icone: CheckCircleOutlined, frase: () => 'Nada mais em aberto: cliente concluído' },
  'cliente.reabrir': { icone: AutoModeOutlined, frase: () => 'Há contas em aberto de novo' },
  'negociacao.fechar': { icone: HandshakeOutlined },
  'negociacao.quebrar': { icone: HandshakeOutlined },
  'negociacao.cancelar': { icone: HandshakeOutlined },
  'conta.pagar': { icone: PaymentsOutlined },
  'conta.estornar': { icone: PaymentsOutlined },
}

/** What happened, as a line in its place in time. */
export const Evento = memo(function Evento({ log, cliente }: { log: Log; cliente: string }) {
  const palavras = PALAVRAS[log.acao as AcaoDoLog]
  const Icone = palavras?.icone ?? InfoOutlined
  return (
    <div className="fio-evento" data-chave={`log-${log.id}`}>
      <Icone aria-hidden />
      <span>
        {hora(log.created_at)} · {palavras?.frase?.(log.usuario?.name ?? '') ?? semONome(log.descricao, cliente)}
        {log.pausado_ate && ` até ${dia(log.pausado_ate)}`}
      </span>
    </div>
  )
})

/** In their own conversation nobody needs to be told whose account it was; nor does a line end in a full stop. */
const semONome = (descricao: string, cliente: string) =>
  descricao.replace(` de ${cliente}`, '').replace(` para ${cliente}`, '').replace(/\.$/, '')
