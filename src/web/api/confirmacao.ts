/** Asks the person for the password and tells the server; resolves to whether it was right in the end. */
type Perguntar = () => Promise<boolean>
let perguntar: Perguntar = () => Promise.resolve(false)
let emCurso: Promise<boolean> | undefined

/** Set by the application (shell/pedirSenha.tsx). The sign-in page sets none, as nobody is signed in there. */
export const aoPedirSenha = (como: Perguntar) => {
  perguntar = como
}

/** One question, however many calls wait for its answer. */
export function confirmarSenha(): Promise<boolean> {
  emCurso ??= perguntar().finally(() => {
    emCurso = undefined
  })
  return emCurso
}
