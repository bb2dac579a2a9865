import { type Componente, LIMITE_DO_CORPO, recusaDeCriacao, VARIAVEL, variaveisDe } from './modelos.forma.ts'

/** Checks the account's clerk makes at once; the rest is found out in review. */
export function conferirComponentes(componentes: Componente[], formato: string): void {
  const corpo = componentes.find(({ type }) => type === 'BODY')
  if (!corpo?.text) throw recusaDeCriacao(2388072, 'Body is missing', 'A template needs a body with text.')
  if (corpo.text.length > LIMITE_DO_CORPO) {
    throw recusaDeCriacao(2388040, 'Character limit exceeded', `The body has more than ${LIMITE_DO_CORPO} characters.`)
  }
  conferirVariaveis(corpo.text, formato)
  conferirExemplos(corpo, formato)
  const rodape = componentes.find(({ type }) => type === 'FOOTER')?.text ?? ''
  if (rodape.length > 60 || variaveisDe(rodape).length > 0) {
    throw recusaDeCriacao(2388073, 'Footer format is incorrect', 'The footer has up to 60 characters and no variables.')
  }
}

function conferirVariaveis(texto: string, formato: string): void {
  const nomes = variaveisDe(texto)
  const validas = formato === 'NAMED' ? nomes.every((nome) => /^[a-z_][a-z0-9_]*$/.test(nome)) : semFalhas(nomes)
  if (!validas) throw recusaDeCriacao(2388072, 'Body format is incorrect', 'The variables of the body are not valid.')
  if (/^\s*\{\{|\}\}\s*$/.test(texto)) {
    throw recusaDeCriacao(
      2388299,
      'Leading or trailing parameters not allowed',
      'Variables cannot be at the start or end of the template.',
    )
  }
  const palavras = texto.replace(VARIAVEL, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (nomes.length > 0 && palavras < 2 * new Set(nomes).size + 1) {
    throw recusaDeCriacao(
      2388293,
      'Too many variables for the length of the text',
      'This template has too many variables for its length. Reduce the variables or write a longer message.',
    )
  }
}

/** 1…n with no gap; a number may be used again. */
function semFalhas(nomes: string[]): boolean {
  const usados = new Set(nomes)
  return [...usados].every((nome) => /^[1-9]\d*$/.test(nome) && Number(nome) <= usados.size)
}

function conferirExemplos({ text = '', example }: Componente, formato: string): void {
  const nomes = new Set(variaveisDe(text))
  const dados =
    formato === 'NAMED'
      ? (example?.body_text_named_params ?? []).filter(({ param_name }) => nomes.has(param_name))
      : (example?.body_text?.[0] ?? [])
  if (dados.length !== nomes.size) {
    throw recusaDeCriacao(2388072, 'Body format is incorrect', 'Each variable of the body needs one example.')
  }
}
