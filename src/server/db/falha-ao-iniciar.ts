/** Why the program cannot start, in a sentence for the person who started it. */
export class FalhaAoIniciar extends Error {
  override name = 'FalhaAoIniciar'
}

/** The sentence for the person who started the program, or undefined for an unexpected error. */
export function fraseDaFalha(erro: unknown): string | undefined {
  if (erro instanceof FalhaAoIniciar) return erro.message
  const { code = '', message = '' } = erro as NodeJS.ErrnoException
  return DO_SERVIDOR.find(([padrao]) => padrao.test(`${code} ${message}`))?.[1](message || code)
}

/** Why nobody can be served at HOST and PORT: a name that leads nowhere looks there like a database's. */
export function naoAtende(erro: NodeJS.ErrnoException & { port?: number }): never {
  const frase =
    erro.code === 'EADDRINUSE'
      ? `A porta ${erro.port} já está em uso: pare o outro programa, ou escolha outra com PORT.`
      : `Não é possível atender em HOST e PORT (${erro.message}): escolha outros.`
  throw new FalhaAoIniciar(frase, { cause: erro })
}

const CERTIFICADO =
  'SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|CERT_|ERR_TLS|self.signed certificate|unable to verify the first certificate|altnames'

/** What the server of DATABASE_URL, or the way to it, answered, by its code (classes 08, 28, 3D, 42501 and 57 are refusals) or words. */
const DO_SERVIDOR: [RegExp, (disse: string) => string][] = [
  [
    /does not support SSL/,
    () =>
      'O PostgreSQL de DATABASE_URL não oferece TLS, que o sslmode do endereço pede: ligue-o no servidor (ssl = on), ou use sslmode=disable em uma rede que seja só sua.',
  ],
  [
    new RegExp(CERTIFICADO),
    (disse) =>
      `O certificado do PostgreSQL de DATABASE_URL não foi aceito (${disse}): confira o nome do servidor no endereço, e em sslrootcert o arquivo da autoridade que o assinou.`,
  ],
  [
    /^28... .*(no encryption|SSL off)/,
    (disse) =>
      `O PostgreSQL de DATABASE_URL não aceita esta conexão sem TLS (${disse}): acrescente sslmode=verify-full (ou require) ao endereço.`,
  ],
  [
    /^28/,
    (disse) =>
      `O PostgreSQL de DATABASE_URL recusou o usuário ou a senha (${disse}): confira os dois no endereço, e as permissões no servidor (pg_hba.conf).`,
  ],
  [
    /^3D/,
    (disse) =>
      `O banco de dados que DATABASE_URL diz não existe (${disse}): crie-o no servidor (createdb), ou corrija o nome no endereço.`,
  ],
  [
    /^42501/,
    (disse) =>
      `O usuário de DATABASE_URL não pode fazer isso no banco de dados dela (${disse}): faça-o dono desse banco (alter database … owner to …), ou diga o dono em DATABASE_OWNER_URL.`,
  ],
  [
    /^25006/,
    () =>
      'Nenhum dos servidores de DATABASE_URL aceita gravações: todos são réplicas, ou estão só para leitura. Confira qual é o principal.',
  ],
  [
    /^53100|^(ENOSPC|EDQUOT)/,
    (disse) =>
      `O disco está cheio (${disse}): libere espaço nele e tente de novo. Nada do que estava gravado se perdeu.`,
  ],
  [
    /^(08|57|53)... |^E(CONN|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)\w*|^ENOTFOUND|^ENOENT connect|timeout expired|Connection terminated|connection error and is not queryable/,
    (disse) =>
      `Não foi possível usar o PostgreSQL de DATABASE_URL (${disse}): confira o endereço, e se ele está no ar.`,
  ],
]

/** The system's or PostgreSQL's error, and a sentence that says what to do. */
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

/** The failure, as a sentence that says what to do. */
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
