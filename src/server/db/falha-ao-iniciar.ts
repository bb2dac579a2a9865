/** Why the program cannot start, in a sentence for the person who started it. */
export class FalhaAoIniciar extends Error {
  override name = 'FalhaAoIniciar'
}

/** The sentence for the person who started the program, or undefined for what nobody foresaw. */
export function fraseDaFalha(erro: unknown): string | undefined {
  if (erro instanceof FalhaAoIniciar) return erro.message
  const { code = '', syscall = '', port, message } = erro as NodeJS.ErrnoException & { port?: number }
  if (syscall === 'listen') {
    return code === 'EADDRINUSE'
      ? `A porta ${port} já está em uso: pare o outro programa, ou escolha outra com PORT.`
      : `Não é possível atender em HOST e PORT (${message}): escolha outros.`
  }
  // Classes 08, 28, 3D and 57 are the server's own refusals: connection, password, database, not available.
  if (syscall === 'connect' || syscall === 'getaddrinfo' || /^(08|28|3D|57)[0-9A-Z]{3}$/.test(code)) {
    return `Não foi possível usar o PostgreSQL de DATABASE_URL (${message}): confira o endereço e a senha, e se ele está no ar.`
  }
  return undefined
}

/** What the system or PostgreSQL said, and the sentence that says what to do. */
const MOTIVOS: [RegExp, (pasta: string) => string][] = [
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|database or disk is full/i,
    (pasta) =>
      `O disco está cheio: libere espaço onde fica ${pasta} e inicie de novo. Nada do que estava gravado se perdeu.`,
  ],
  [
    /has wrong ownership/i,
    (pasta) => `Os dados em ${pasta} pertencem a outro usuário do sistema: inicie com o usuário que os criou.`,
  ],
  [
    /EACCES|EPERM|EROFS|Permission denied|Read-only file system|unable to open database file|readonly database/i,
    (pasta) =>
      `Sem permissão para gravar em ${pasta}: dê acesso à pasta a este usuário, ou escolha outra com DATA_DIR.`,
  ],
  [/ENOENT.*mkdir/s, (pasta) => `A pasta ${pasta} não pode ser criada: escolha outra com DATA_DIR.`],
  [/ENOTDIR|EEXIST/, (pasta) => `${pasta} não é uma pasta: escolha outra com DATA_DIR.`],
  [
    /Cannot allocate memory|could not (create|map|resize) .*shared memory|ENOMEM/i,
    () => 'Não há memória livre para o banco de dados embutido: feche outros programas ou use DATABASE_URL.',
  ],
  [
    /password authentication failed/i,
    (pasta) =>
      `A senha guardada não abre o banco de dados em ${pasta}: devolva o arquivo senha-do-banco que o DATA_DIR tinha.`,
  ],
]

/** What went wrong, as a sentence that says what to do. */
export function porqueFalhou(erro: unknown, pasta: string): FalhaAoIniciar {
  if (erro instanceof FalhaAoIniciar) return erro
  const texto = erro instanceof Error ? erro.message : String(erro)
  const dito = `${(erro as NodeJS.ErrnoException)?.code ?? ''} ${texto}`
  const frase = MOTIVOS.find(([padrao]) => padrao.test(dito))?.[1]
  return new FalhaAoIniciar(
    frase?.(pasta) ?? `O banco de dados embutido não iniciou. O PostgreSQL disse:\n${texto.trim()}`,
    { cause: erro },
  )
}
