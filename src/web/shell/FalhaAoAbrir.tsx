import { fraseDe } from '#web/api/erro.ts'

/** A screen that could not be shown: its code did not arrive, as after an update, or it stumbled. */
export function FalhaAoAbrir({
  error,
  titulo = 'Não foi possível abrir esta tela',
}: {
  error: unknown
  titulo?: string
}) {
  const naoChegou = error instanceof Error && /import|fetch|module|preload/i.test(error.message)
  console.error(error)
  return (
    <div className="pagina-simples" role="alert">
      <h2>{titulo}</h2>
      <p>
        {naoChegou
          ? 'O sistema pode ter sido atualizado ou a conexão caiu. Recarregue para continuar.'
          : fraseDe(error)}
      </p>
      <button type="button" onClick={() => window.location.reload()}>
        Recarregar
      </button>
    </div>
  )
}
