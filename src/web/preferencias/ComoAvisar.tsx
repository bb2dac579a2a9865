import { useState } from 'react'
import { useUsuario } from '#web/api/useSessao.ts'
import { type Escolha, guardarEscolha, lerEscolha } from '#web/shell/comoAvisar.ts'
import { tocar } from '#web/shell/sinais.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Switch } from '#web/ui/Choice.tsx'

const PODE_NOTIFICAR = typeof Notification !== 'undefined'
const BLOQUEADO =
  'O navegador não deixa este sistema notificar. Permita as notificações deste endereço nas configurações dele e ligue de novo.'

/** How this browser tells that a customer one serves wrote. The browser's permission is asked only when it is turned on. */
export function ComoAvisar() {
  const { id } = useUsuario()
  const [escolha, setEscolha] = useState(() => lerEscolha(id))
  const [recusado, setRecusado] = useState(
    PODE_NOTIFICAR && escolha.notificacao && Notification.permission !== 'granted',
  )
  const mudar = (parte: Partial<Escolha>) => {
    const nova = { ...escolha, ...parte }
    guardarEscolha(id, nova)
    setEscolha(nova)
  }
  const ligarNotificacao = async (ligar: boolean) => {
    const deixou = !ligar || (await Notification.requestPermission()) === 'granted'
    setRecusado(!deixou)
    mudar({ notificacao: ligar && deixou })
  }
  return (
    <section className="cartao folgado stack gap-12" aria-label="Avisos">
      <div>
        <h2 className="titulo">Quando um cliente que você atende escreve</h2>
        <p className="cinza">
          O título e o ícone da aba sempre contam o que não foi lido. Neste navegador, você também pode:
        </p>
      </div>
      <Switch
        rotulo="Mostrar uma notificação na área de trabalho"
        ajuda={
          PODE_NOTIFICAR
            ? 'Quando você está em outro programa ou em outra aba. Uma só, mesmo com várias abas abertas.'
            : 'Este navegador só permite isto em endereços https.'
        }
        disabled={!PODE_NOTIFICAR}
        checked={escolha.notificacao && !recusado}
        onChange={({ target }) => void ligarNotificacao(target.checked)}
      />
      {recusado && (
        <Alert tom="warning" role="alert">
          {BLOQUEADO}
        </Alert>
      )}
      <Switch
        rotulo="Tocar um som"
        ajuda="Curto e baixo. Ligar toca uma vez, para você ouvir."
        checked={escolha.som}
        onChange={({ target }) => {
          mudar({ som: target.checked })
          if (target.checked) tocar()
        }}
      />
    </section>
  )
}
