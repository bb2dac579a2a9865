import { FalhaAoIniciar, fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'

/** The system's error about the folder of copies, and a sentence that says what to do. */
const DA_PASTA: [RegExp, (pasta: string) => string][] = [
  [
    /^(ENOSPC|EDQUOT|EFBIG)$/,
    (pasta) =>
      `O disco de ${pasta} está cheio: libere espaço nele, ou escolha outra pasta em BACKUP_DIR. As cópias que já estavam lá continuam.`,
  ],
  [
    /^(EACCES|EPERM)$/,
    (pasta) =>
      `Sem permissão para gravar em ${pasta}: dê acesso à pasta ao usuário do sistema, ou escolha outra em BACKUP_DIR.`,
  ],
  [
    /^EROFS$/,
    (pasta) =>
      `${pasta} está só para leitura: confira o disco ou, sob systemd, ponha a pasta em ReadWritePaths; ou escolha outra em BACKUP_DIR.`,
  ],
  [
    /^(ENOENT|ENOTDIR|EEXIST|ELOOP)$/,
    (pasta) => `A pasta ${pasta} não existe e não pode ser criada: confira o disco, ou escolha outra em BACKUP_DIR.`,
  ],
  [
    /^(EIO|ENODEV|ENXIO|ESTALE|ETIMEDOUT|EHOSTDOWN)$/,
    (pasta) => `O disco de ${pasta} não responde: confira o disco, ou a rede que leva a ele.`,
  ],
]

/** Why a copy could not be made in this folder, as a sentence for whoever looks after the machine. */
export function porqueNaoCopiou(erro: unknown, pasta: string): string {
  const { code = '', syscall, path, message } = erro as NodeJS.ErrnoException
  // A file that is read for the copy, and lies elsewhere.
  if (syscall && path && !path.startsWith(pasta) && !pasta.startsWith(path))
    return `Não foi possível ler ${path} para a cópia (${code}): confira o disco e as permissões.`
  const daPasta = syscall && DA_PASTA.find(([padrao]) => padrao.test(code))?.[1](pasta)
  return daPasta ?? fraseDaFalha(erro) ?? `A cópia não pôde ser feita: ${message}`
}

/** That the embedded database in this folder ended under a restore, of whose address nobody knows; any other error as it is. */
export function porqueNaoRestaurou(erro: unknown, pasta: string): unknown {
  const { code = '', message } = erro as NodeJS.ErrnoException
  if (
    erro instanceof FalhaAoIniciar ||
    !/^(08|57P)|^E(CONN|PIPE)|Connection terminated/.test(`${code} ${message}`.trim())
  )
    return erro
  return new FalhaAoIniciar(
    `O banco de dados embutido parou (${message}): confira se há espaço livre onde fica ${pasta}, e tente de novo.`,
    { cause: erro },
  )
}
