import { useEffect } from 'react'
import { recarregarTudo } from '#web/api/recarregar.ts'
import { aoPerderResposta, aoVoltarARede, conferirRede, faltaAtual } from '#web/api/rede.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { hora } from '#web/ui/formatos.ts'
import { CloudOffOutlined } from '#web/ui/icons/CloudOffOutlined.tsx'

const FRASES = {
  rede: (desde: string) => `Sem conexão desde ${desde}. O que você escrever fica guardado e vai quando a rede voltar.`,
  servidor: (desde: string) =>
    `Sistema em manutenção desde ${desde}. Ele volta sozinho; o que você escrever fica guardado e vai em seguida.`,
}

/** No network, or no server: since when, and what becomes of what is written. Recovers by itself; the contents stay. */
export function BarraSemRede() {
  const falta = useEstado(faltaAtual)
  useEffect(() => aoVoltarARede(() => void recarregarTudo()), [])
  useEffect(() => aoPerderResposta(() => void recarregarTudo()), [])
  return (
    <div role="status">
      {falta && (
        <div className="shell-falta">
          <CloudOffOutlined size={20} aria-hidden />
          <div>{FRASES[falta.causa](hora(falta.desde))}</div>
          <button type="button" className="button" onClick={() => void conferirRede()}>
            Tentar agora
          </button>
        </div>
      )}
    </div>
  )
}
