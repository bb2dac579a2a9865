/** One word of a message in its plain form, and where it was written. */
interface Palavra {
  dita: string
  de: number
  ate: number
}

/** A piece of a message between two pauses, in plain words with single spaces. */
export interface Trecho {
  dito: string
  pergunta: boolean
  /** What was written for these characters of `dito`. */
  original(de: number, ate: number): string
}

/** What people type for a plain word. What is not here is read as it stands, without accents. */
const COMO_SE_DIZ: Record<string, string> = {
  voce: 'vc cê ce',
  voces: 'vcs cês ces',
  nao: 'n ñ nn num naum',
  que: 'q ki',
  para: 'pra p pro pras',
  hoje: 'hj oje',
  amanha: 'amanhan amnh amnha amnhã',
  depois: 'dps depos',
  estou: 'to tou tô',
  esta: 'ta tá',
  estao: 'tao tão',
  estava: 'tava',
  mesmo: 'msm',
  'por favor': 'pfv pf pfvr',
  quero: 'qro kero qero',
  comigo: 'cmg',
  mensagem: 'msg msgs mensagens msn',
  obrigado: 'obg obgd obgda obrigada brigado brigada brigadao obrigadao obrigadinha obrigadu',
  valeu: 'vlw vlww vlws',
  vou: 'vo',
  ja: 'jah',
  'ja paguei': 'jpaguei',
  paguei: 'paquei pagei',
  pagar: 'paga pagr',
  pago: 'pg pgo',
  parcelar: 'parselar',
  dividir: 'divdir',
  fazer: 'faze fazê',
  reconheco: 'reconhesso recolheco',
  tenho: 'tenhu',
  atendente: 'atendenti',
  pix: 'piks pics pixi',
  manda: 'mada mande mandem',
  com: 'cum',
  alguem: 'algem',
  reais: 'real conto contos pila pilas pau',
  primeiro: '1º 1o',
  segunda: 'seg 2ª 2a',
  terca: '3ª 3a',
  quarta: '4ª 4a',
  quinta: 'qui 5ª 5a',
  sexta: 'sex 6ª 6a',
  sabado: 'sab',
  quinto: '5º 5o',
  segundo: '2º 2o',
  terceiro: '3º 3o',
  quarto: '4º 4o',
}

/** "paga" is of "já está paga" as well: only after a verb that asks for it is it "pagar". */
const SO_DEPOIS = /(?:^| )(?:vou|consigo|quero|como|posso|irei|pretendo|para)$/

const PLANAS = new Map(
  Object.entries(COMO_SE_DIZ).flatMap(([plana, ditas]) => ditas.split(' ').map((dita) => [planificar(dita), plana])),
)
const PALAVRA = /[\p{L}\p{N}$]+[ªº]?(?:[.,/]\d+)*(?: ?%)?|[.!?;,\n…|()]|🙏/gu
const PAUSA = /^[.!?;,\n…|()]$/
/** Where a new thought begins without a mark. */
const VIRADA = new Set(['mas', 'porem', 'entretanto', 'pois'])
/** So does "e" before these: "recebo dia 5 e pago dia 6". */
const DEPOIS_DE_E = new Set(['pago', 'quito', 'acerto', 'deposito', 'transfiro'])
/** What quotes somebody else: quoted words, and lines that quote a message. */
const CITADO = /"[^"\n]{2,}"|“[^”\n]{2,}”|«[^»\n]{2,}»|^\s*>.*$/gmu

/** A message's pieces between pauses, in order, without what it quotes. */
export function ouvir(texto: string): Trecho[] {
  const semCitacao = texto.replace(CITADO, (citado) => '|'.padEnd(citado.length, ' '))
  const trechos: Trecho[] = []
  let palavras: Palavra[] = []
  const fechar = (pergunta: boolean) => {
    if (palavras.length > 0) trechos.push(criarTrecho(texto, palavras, pergunta))
    palavras = []
  }
  for (const achado of semCitacao.matchAll(PALAVRA)) {
    const [escrita] = achado
    const dita = planificar(escrita)
    if (PAUSA.test(escrita)) fechar(escrita === '?')
    else {
      const palavra = { dita: plana(dita, palavras), de: achado.index, ate: achado.index + escrita.length }
      if (VIRADA.has(dita) || (DEPOIS_DE_E.has(palavra.dita) && palavras.at(-1)?.dita === 'e')) fechar(false)
      palavras.push(palavra)
    }
  }
  fechar(false)
  return trechos
}

/** Removes accents and capitals, and collapses letters repeated three times or more: "Pagooo" is "pago". */
function planificar(escrita: string): string {
  const letras = escrita
    .toLowerCase()
    .replace(' %', '%')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  return letras === 'ñ' ? letras : letras.normalize('NFD').replace(/\p{M}/gu, '')
}

function plana(dita: string, antes: readonly Palavra[]): string {
  const achada = PLANAS.get(dita) ?? dita
  if (dita !== 'paga') return achada
  return SO_DEPOIS.test(antes.map((palavra) => palavra.dita).join(' ')) ? achada : dita
}

function criarTrecho(texto: string, palavras: readonly Palavra[], pergunta: boolean): Trecho {
  const dito = palavras.map(({ dita }) => dita).join(' ')
  const original = (de: number, ate: number) => {
    let posicao = 0
    const dentro = palavras.filter(({ dita }) => {
      const inicio = posicao
      posicao += dita.length + 1
      return inicio < ate && inicio + dita.length > de
    })
    return texto.slice(dentro[0]?.de ?? 0, dentro.at(-1)?.ate ?? 0)
  }
  return { dito, pergunta, original }
}
