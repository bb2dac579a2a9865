// @ts-check
import { chamar, por, tentar } from './estado.js'
import { criar } from './tela.js'

/** @typedef {{ intencao: string, trecho: string, dia: string | null, valor: number | null }} Dica */

/** @type {Record<string, string>} */
const NOMES = {
  paga_em: 'Diz que vai pagar',
  ja_paguei: 'Diz que já pagou',
  nao_sou_eu: 'Diz que não é a pessoa',
  nao_reconheco: 'Não aceita a cobrança',
  quer_parcelar: 'Quer negociar',
  sem_condicoes: 'Diz que não tem como pagar',
  pede_codigo: 'Pede o código para pagar',
  pede_pessoa: 'Quer falar com alguém',
  parar: 'Não quer mais mensagens',
  agradece: 'Agradece',
}

const texto = /** @type {HTMLTextAreaElement} */ (por('texto'))
const dia = /** @type {HTMLInputElement} */ (por('dia'))
const real = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const data = new Intl.DateTimeFormat('pt-BR', {
  weekday: 'long',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
})

/** @param {Dica} dica */
function desenhar({ intencao, trecho, dia, valor }) {
  const partes = [dia && data.format(new Date(`${dia}T00:00:00Z`)), valor !== null && real.format(valor / 100)]
  const resto = partes.filter(Boolean).join(' · ')
  const item = criar(
    'li',
    {},
    criar('strong', {}, NOMES[intencao] ?? intencao),
    resto ? ` · ${resto}` : '',
    criar('br', {}),
    criar('q', {}, trecho),
  )
  item.dataset.intencao = intencao
  return item
}

async function ler() {
  const lido = texto.value
  const { data: dicas } = await chamar('/intencoes', 'POST', { texto: lido, ...(dia.value && { dia: dia.value }) })
  if (lido !== texto.value) return
  por('dicas').replaceChildren(...dicas.map(desenhar))
  por('nenhuma').textContent =
    dicas.length > 0 ? '' : lido.trim() ? 'Nada que vire um botão para o operador.' : 'Escreva para ver.'
}

for (const campo of [texto, dia]) campo.addEventListener('input', () => void tentar(ler))
por('formulario').addEventListener('submit', (evento) => evento.preventDefault())

void tentar(async () => {
  const { relogio } = await chamar('/estado')
  dia.value = new Date(relogio).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
  await ler()
  texto.focus()
})
