import type { Importacao } from '#contract/importacoes.ts'
import { passageira } from '#web/api/erro.ts'
import { plural } from '#web/ui/formatos.ts'

/** Without its result where only the file is at hand. */
export type Desfeita = Pick<Importacao, 'arquivo'> & Partial<Pick<Importacao, 'resultado'>>

const VERBOS = {
  agora: { sai: ['Sai', 'Saem'], volta: ['volta', 'voltam'], tudo: 'sai, e o que mudou volta' },
  feito: { sai: ['Saiu', 'Saíram'], volta: ['voltou', 'voltaram'], tudo: 'saiu, e o que mudou voltou' },
} as const

/** What goes and what comes back when an import is undone, or went and came back. */
export function oQueDesfaz({ arquivo, resultado }: Desfeita, quando: keyof typeof VERBOS = 'agora'): string {
  const { sai, volta, tudo } = VERBOS[quando]
  const contar = (...nomes: string[]) => nomes.reduce((soma, nome) => soma + Number(resultado?.[nome] ?? 0), 0)
  // A spreadsheet counts its customers as what was imported, a note names them.
  const [clientes, contas] = [contar('importados', 'clientes_criados'), contar('contas_criadas')]
  const [cadastros, mudadas] = [contar('atualizados'), contar('contas_atualizadas')]
  const criados = [
    clientes > 0 && plural(clientes, 'cliente', 'clientes'),
    contas > 0 && plural(contas, 'conta', 'contas'),
  ].filter(Boolean)
  const frases = [
    criados.length > 0 && `${sai[clientes + contas > 1 ? 1 : 0]} ${criados.join(' e ')} que ${arquivo} criou.`,
    cadastros > 0 && `${plural(cadastros, `cadastro ${volta[0]}`, `cadastros ${volta[1]}`)} a ser como antes.`,
    mudadas > 0 && `${plural(mudadas, `conta ${volta[0]}`, `contas ${volta[1]}`)} a ser como antes.`,
  ].filter(Boolean)
  return frases.join(' ') || `O que ${arquivo} criou ${tudo} a ser como era.`
}

/** Of an undo that failed. Where only the answer was lost it may be done already. */
export const tituloDaRecusa = (erro: unknown) =>
  passageira(erro) ? 'Desfazer ficou sem confirmação' : 'Não dá para desfazer'
