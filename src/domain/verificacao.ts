import { type Dia, formatarDia } from './data.ts'
import { formatarDocumento, formatarTelefone } from './grafia.ts'

export interface DadosDaVerificacao {
  empresa: { nome: string; cnpj: string | null; telefone: string | null }
  /** The last day on which the company wrote to the number that asks; null: it never did. */
  escreveuEm: Dia | null
  /** The customer's own page; null for whoever is no customer. */
  link: string | null
  /** Where anybody sees who writes. */
  pagina: string
}

/** Who it is that writes, told to a number that asks. Names nobody, and says nothing of what is owed. */
export function respostaDaVerificacao({ empresa, escreveuEm, link, pagina }: DadosDaVerificacao): string {
  const cnpj = empresa.cnpj ? `, CNPJ ${formatarDocumento(empresa.cnpj.replace(/[^\da-z]/gi, ''))}` : ''
  const telefone = empresa.telefone ? ` Nosso telefone oficial é ${formatarTelefone(empresa.telefone)}.` : ''
  const escreveu = escreveuEm
    ? `Sim, nós escrevemos para este número: a última vez foi em ${formatarDia(escreveuEm)}.`
    : 'Nós não escrevemos para este número. Se recebeu algo em nosso nome, não pague e ligue para nós.'
  const onde = link ? ` A sua página é ${link}.` : ''
  return `Aqui é a ${empresa.nome}${cnpj}.${telefone} ${escreveu}${onde} Confira também em ${pagina}.`
}
