import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useAgora } from '#web/api/useAgora.ts'
import { useSessao } from '#web/api/useSessao.ts'
import { quando } from '#web/ui/formatos.ts'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { avisosQuery } from './shell.queries.ts'

/** Screens that say it themselves, with the reason and the way out. */
const JA_DIZEM = ['/admin/dashboard', '/admin/whatsapp']

/** Tells everyone that nothing is being sent, and administrators that statuses stopped coming. Goes away by itself. */
export function BarraWhatsapp() {
  const agora = useAgora()
  const admin = useSessao()?.user.role === 'admin'
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const avisos = useQuery(avisosQuery).data
  const parado = avisos?.whatsapp_parado
  const filaParada = avisos?.fila_parada
  const semStatus = avisos?.sem_status
  const retido = avisos?.envio_retido
  if (JA_DIZEM.includes(caminho)) return null
  return (
    <div role="status">
      {parado && (
        <div className="shell-parado">
          <WarningAmberOutlined size={20} aria-hidden />
          <div>
            {retido
              ? `O envio está retido desde ${quando(retido.desde, agora)}: o banco de dados voltou a uma cópia mais antiga, e nada sai até um administrador conferir a fila.`
              : `O WhatsApp está parado${parado.desde ? ` desde ${quando(parado.desde, agora)}` : ''}. O que for escrito espera na fila e vai quando ele voltar, se ainda valer.`}
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
    </div>
  )
}
