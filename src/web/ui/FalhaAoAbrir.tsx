import { useEffect } from 'react'
import { ErroDaApi } from '#web/api/erro.ts'
import { aoVoltarARede, conferirRede, faltaAtual } from '#web/api/rede.ts'
import { useEstado } from '#web/api/useEstado.ts'

/** As browsers tell that code, or its style sheet, did not arrive. */
export const naoChegou = (error: unknown) =>
  error instanceof Error && /import|fetch|module|preload/i.test(error.message)

/** The server's own sentence; of a mistake of ours there is none to show. */
export const fraseDaFalha = (error: unknown) =>
  error instanceof ErroDaApi ? error.message : 'Algo deu errado aqui, e não no que você fez. Tente de novo.'

interface Props {
  error: unknown
  titulo?: string
  /** Tries again what failed, where it stands. */
  aoTentar: () => void
}

/**
 * Something that could not be shown, told in its place: its code did not arrive, or it stumbled. What did not arrive is
 * tried again once the network is back; the page is never loaded anew while there is nothing to load it from.
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
