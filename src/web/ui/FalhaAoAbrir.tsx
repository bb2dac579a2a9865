import { useEffect } from 'react'
import { ErroDaApi } from '#web/api/erro.ts'
import { aoVoltarARede, conferirRede, faltaAtual } from '#web/api/rede.ts'
import { useEstado } from '#web/api/useEstado.ts'

/** Whether the browser's message means that code, or its style sheet, did not load. */
export const naoChegou = (error: unknown) =>
  error instanceof Error && /import|fetch|module|preload/i.test(error.message)

/** The server's own sentence; a bug of the page has none to show. */
export const fraseDaFalha = (error: unknown) =>
  error instanceof ErroDaApi ? error.message : 'Algo deu errado aqui, e não no que você fez. Tente de novo.'

interface Props {
  error: unknown
  titulo?: string
  /** Retries in place what failed. */
  aoTentar: () => void
}

/**
 * Stands in the place of what could not be shown, because its code did not load or it threw. A failed load is retried once
 * the network is back; the page is never reloaded while there is nothing to load it from.
 */
export function FalhaAoAbrir({ error, titulo = 'Não foi possível abrir esta tela', aoTentar }: Props) {
  const semConexao = useEstado(faltaAtual) !== null
  const codigo = naoChegou(error)
  useEffect(() => {
    console.error(error)
    if (!codigo) return
    void conferirRede()
    return aoVoltarARede(aoTentar)
  }, [error, codigo, aoTentar])
  return (
    <div className="pagina-simples" role="alert">
      <h2>{titulo}</h2>
      <p>{codigo ? (semConexao ? SEM_CONEXAO : ATUALIZADO) : fraseDaFalha(error)}</p>
      <button
        type="button"
        onClick={() => (semConexao ? void conferirRede() : codigo ? window.location.reload() : aoTentar())}
      >
        {codigo && !semConexao ? 'Recarregar' : 'Tentar de novo'}
      </button>
    </div>
  )
}

const SEM_CONEXAO = 'A conexão caiu antes de chegar o que falta. Abre sozinha quando a conexão voltar.'
const ATUALIZADO = 'O sistema pode ter sido atualizado. Recarregue para continuar.'
