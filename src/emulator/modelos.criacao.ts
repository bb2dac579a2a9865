import { RecusaGraph } from './erros.ts'
import {
  type Componente,
  LIMITE_DO_CORPO,
  type ModeloEmulado,
  type PagamentosDaConta,
  recusaDeCriacao,
  VARIAVEL,
  variaveisDe,
} from './modelos.forma.ts'
import { conferirPagamento } from './modelos.pagamento.ts'

/** The checks that Meta makes at creation; the rest is found in review. */
export function conferirCriacao(
  modelo: Pick<ModeloEmulado, 'components' | 'parameter_format' | 'display_format'>,
  conta: PagamentosDaConta,
): void {
  conferirComponentes(modelo.components, modelo.parameter_format)
  conferirPagamento(modelo, conta)
}

function conferirComponentes(componentes: Componente[], formato: string): void {
  const corpo = componentes.find(({ type }) => type === 'BODY')
  if (!corpo?.text) throw recusaDeCriacao(2388072, 'Body is missing', 'A template needs a body with text.')
  if (corpo.text.length > LIMITE_DO_CORPO) {
    throw recusaDeCriacao(2388040, 'Character limit exceeded', `The body has more than ${LIMITE_DO_CORPO} characters.`)
  }
  conferirVariaveis(corpo.text, formato)
  conferirExemplos(corpo, formato)
  conferirCabecalho(
    componentes.filter(({ type }) => type === 'HEADER'),
    formato,
  )
  conferirBotoes(componentes.find(({ type }) => type === 'BUTTONS')?.buttons ?? [])
  const rodape = componentes.find(({ type }) => type === 'FOOTER')?.text ?? ''
  if (rodape.length > 60 || variaveisDe(rodape).length > 0) {
    throw recusaDeCriacao(2388073, 'Footer format is incorrect', 'The footer has up to 60 characters and no variables.')
  }
}

const MIDIAS = ['IMAGE', 'VIDEO', 'DOCUMENT']

/** One line with at most one variable and its example, or a file with the handle of an example. */
function conferirCabecalho(cabecalhos: Componente[], formato: string): void {
  const [cabecalho] = cabecalhos
  if (!cabecalho) return
  const { format = 'TEXT', text = '', example } = cabecalho
  const nomes = new Set(variaveisDe(text))
  const exemplos =
    formato === 'NAMED' ? (example?.header_text_named_params ?? []).length : (example?.header_text ?? []).length
  const problema =
    cabecalhos.length > 1
      ? 'A template has only one header.'
      : format === 'TEXT' && (text === '' || text.length > 60 || /[\n\r]/.test(text))
        ? 'A text header has from 1 to 60 characters in one line.'
        : nomes.size > 1
          ? 'A header has at most one variable.'
          : nomes.size !== exemplos
            ? 'The variable of the header needs one example.'
            : MIDIAS.includes(format) && !example?.header_handle?.[0]
              ? 'A header of media needs the handle of an example.'
              : !['TEXT', 'LOCATION', ...MIDIAS].includes(format)
                ? `${format} is no format of a header.`
                : null
  if (problema) throw recusaDeCriacao(2388047, 'Header format is incorrect', problema)
}

/** How many of each kind. */
const MAXIMOS: Record<string, number> = { QUICK_REPLY: 10, URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1, PAYMENT_REQUEST: 3 }

function conferirBotoes(botoes: NonNullable<Componente['buttons']>): void {
  const recusar = (mensagem: string) => new RecusaGraph(100, { detalhe: mensagem })
  for (const [tipo, maximo] of Object.entries(MAXIMOS)) {
    if (botoes.filter(({ type }) => type === tipo).length > maximo)
      throw recusar(`A template has at most ${maximo} buttons of type ${tipo}.`)
  }
  const respostas = botoes.map(({ type }) => (type === 'QUICK_REPLY' ? 'r' : 'o')).join('')
  if (/ro+r|or+o/.test(respostas)) throw recusar('Quick replies are grouped together, apart from the other buttons.')
  for (const { type, url = '', example } of botoes) {
    if (type !== 'URL') continue
    const variaveis = variaveisDe(url).length
    if (variaveis > 1 || (variaveis === 1 && !/\}\}$/.test(url)))
      throw recusar('An address has one variable at most, at its end.')
    if (variaveis === 1 && !example?.[0]) throw recusar('The variable of an address needs one example.')
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
