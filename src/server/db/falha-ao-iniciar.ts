/** Why the program cannot start, in a sentence for the person who started it. */
export class FalhaAoIniciar extends Error {}

/** What the system said, as a sentence that says what to do. */
export function porqueFalhou(erro: unknown, pasta: string): FalhaAoIniciar {
  if (erro instanceof FalhaAoIniciar) return erro
  const codigo = (erro as NodeJS.ErrnoException).code ?? ''
  const texto = erro instanceof Error ? erro.message : String(erro)
  if (codigo === 'ENOSPC' || /No space left on device/i.test(texto)) {
    return new FalhaAoIniciar(
      `O disco está cheio: libere espaço onde fica ${pasta} e inicie de novo. Nada do que estava gravado se perdeu.`,
    )
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(codigo) || /Permission denied|Read-only file system/i.test(texto)) {
    return new FalhaAoIniciar(
      `Sem permissão para gravar em ${pasta}: dê acesso à pasta a este usuário, ou escolha outra com DATA_DIR.`,
    )
  }
  if (codigo === 'ENOTDIR') return new FalhaAoIniciar(`${pasta} não é uma pasta: escolha outra com DATA_DIR.`)
  return new FalhaAoIniciar(`O banco de dados embutido não iniciou. O PostgreSQL disse:\n${texto.trim()}`)
}
