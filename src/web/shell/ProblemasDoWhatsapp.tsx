import { Link } from '@tanstack/react-router'
import type { Resposta } from '#web/api/contrato.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { quando } from '#web/ui/formatos.ts'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'

/** What has stopped, since when, and where to fix it. */
export function ProblemasDoWhatsapp({ avisos }: { avisos: Resposta<'GET /api/avisos'> }) {
  const agora = useAgora()
  const admin = useSessao()?.user.role === 'admin'
  const { whatsapp_parado: parado, fila_parada: filaParada, sem_status: semStatus, envio_retido: retido } = avisos
  return (
    <>
      {parado && (
        <div className="shell-parado">
          <WarningAmberOutlined size={20} aria-hidden />
          <div>
            {retido
              ? `O envio está retido desde ${quando(retido.desde, agora)}: o banco de dados voltou a uma cópia mais antiga, e nada sai até um administrador conferir a fila.`
              : parado.desde
                ? `O WhatsApp está parado desde ${quando(parado.desde, agora)}. O que for escrito espera na fila e vai quando ele voltar, se ainda valer.`
                : 'O WhatsApp da empresa ainda não está ligado. O que for escrito espera na fila e vai quando for ligado, se ainda valer.'}
            {!admin && ' Os administradores já sabem.'}
          </div>
          {admin && (
            <Link className="alvo" to="/admin/whatsapp">
              Ver o que fazer
            </Link>
          )}
        </div>
      )}
      {!parado && filaParada && (
        <div className="shell-parado">
          <WarningAmberOutlined size={20} aria-hidden />
          <div>
            A fila de envio não anda desde {quando(filaParada.desde, agora)}: há mensagens prontas e nada sai. Confira
            se os servidores do sistema estão de pé.
          </div>
          <Link className="alvo" to="/admin/whatsapp">
            Ver a conexão
          </Link>
        </div>
      )}
      {semStatus && (
        <div className="shell-parado">
          <WarningAmberOutlined size={20} aria-hidden />
          <div>
            Desde {quando(semStatus.desde, agora)} a Meta não avisa o que acontece com as mensagens, e respostas podem
            estar se perdendo. Confira no painel da Meta a assinatura do webhook, a chave secreta do aplicativo e o
            endereço.
          </div>
          <Link className="alvo" to="/admin/whatsapp">
            Ver o que fazer
          </Link>
        </div>
      )}
    </>
  )
}
