import type { Modelo } from '#contract/modelos.ts'
import { precisaAprovacao } from '#domain/modelo.ts'

/** Meta's categories, as they come in a template and, in small letters, in a price. */
export const categoriaEmPalavras = (categoria: string) =>
  ({ UTILITY: 'Utilidade', MARKETING: 'Marketing', AUTHENTICATION: 'Autenticação', SERVICE: 'Atendimento' })[
    categoria.toUpperCase()
  ] ?? categoria

const QUALIDADES: Record<string, string> = { GREEN: 'alta', YELLOW: 'média', RED: 'baixa' }
/** "alta", "média", "baixa"; nothing while Meta has not told. */
export const qualidadeEmPalavras = ({ qualidade }: Modelo): string | undefined => QUALIDADES[qualidade ?? '']

interface Cuidado {
  tom: 'warning' | 'error'
  /** In two words, for a chip. */
  resumo: string
  titulo: string
  oQueFazer: string
}

/** Meta's remarks on a template that goes out all the same: what each means, and what to do about it. */
export function cuidados(modelo: Modelo): Cuidado[] {
  if (!precisaAprovacao(modelo.tipo)) return []
  const { categoria, categoria_anunciada, qualidade } = modelo
  const cuidado: Cuidado[] = []
  if (qualidade === 'RED')
    cuidado.push({
      tom: 'error',
      resumo: 'Qualidade baixa',
      titulo: 'Qualidade baixa na Meta.',
      oQueFazer:
        'Muitos clientes bloquearam ou denunciaram esta mensagem, e a Meta pode pausá-la a qualquer momento. Escreva um texto mais curto e cordial, que diga logo quem é a empresa, e use menos passos da régua com ele.',
    })
  if (qualidade === 'YELLOW')
    cuidado.push({
      tom: 'warning',
      resumo: 'Qualidade média',
      titulo: 'Qualidade média na Meta.',
      oQueFazer:
        'Clientes têm bloqueado ou denunciado esta mensagem; se cair mais, a Meta pausa o modelo. Abrande o texto e dê mais dias entre os passos que o usam.',
    })
  if (categoria === 'MARKETING')
    cuidado.push({
      tom: 'warning',
      resumo: 'Virou marketing',
      titulo: 'A Meta passou este modelo para marketing.',
      oQueFazer:
        'Cada envio custa mais, e quem recusa propaganda não o recebe. Tire do texto o que não é sobre a conta do cliente e salve: a versão nova é pedida como utilidade.',
    })
  else if (categoria_anunciada)
    cuidado.push({
      tom: 'warning',
      resumo: 'Vai mudar de categoria',
      titulo: `A Meta avisou que este modelo vai passar para ${categoriaEmPalavras(categoria_anunciada).toLowerCase()}.`,
      oQueFazer:
        'Ainda há tempo: tire do texto o que não é sobre a conta do cliente e salve uma versão nova, pedida como utilidade.',
    })
  return cuidado
}
