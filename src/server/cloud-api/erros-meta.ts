// biome-ignore-all lint/style/noExcessiveLinesPerFile: a table
/**
 * What to do about an error of Meta's:
 * - `repetir`: it passes by itself; try again after a growing pause.
 * - `repetir_uma_vez`: Meta does not know either; one cautious second try.
 * - `parar_conta`: nothing can be sent until a person repairs the account, so no other message is tried.
 * - `parar_cliente`: this person cannot be reached at this number.
 * - `parar_modelo`: this template cannot be sent now; others can.
 * - `nao_repetir`: this message will not be delivered, and nothing is broken.
 * - `nosso_erro`: what we sent was wrong; the same again fails again.
 */
export type TipoErroMeta =
  | 'repetir'
  | 'repetir_uma_vez'
  | 'parar_conta'
  | 'parar_cliente'
  | 'parar_modelo'
  | 'nao_repetir'
  | 'nosso_erro'

/**
 * Whom a pause is about: everything from this number, this customer alone, or (`servico`) this message, and everything once several
 * in a row fail: one machine of Meta's may while the others work.
 */
export type AlcanceErro = 'numero' | 'servico' | 'cliente'

export interface RegraErroMeta {
  tipo: TipoErroMeta
  /** What happened, for whoever works here. */
  frase: string
  /** What a person should do about it. */
  providencia: string
  /** For `repetir`: the first pause in seconds, how it grows, and whom it holds. */
  pausa: { segundos: number; fator: number; alcance: AlcanceErro } | null
}

const regra = (tipo: TipoErroMeta, frase: string, providencia: string): RegraErroMeta => ({
  tipo,
  frase,
  providencia,
  pausa: null,
})
const repetir = (
  frase: string,
  segundos: number,
  alcance: AlcanceErro = 'numero',
  fator = 2,
  providencia = 'Nada a fazer: o envio é repetido sozinho.',
): RegraErroMeta => ({ tipo: 'repetir', frase, providencia, pausa: { segundos, fator, alcance } })

const TOKEN = regra(
  'parar_conta',
  'A Meta não aceita mais o token de acesso.',
  'Gere um token novo de usuário do sistema e grave-o em Config. WhatsApp.',
)
const PERMISSAO = regra(
  'parar_conta',
  'Falta ao token uma permissão para enviar mensagens.',
  'Dê ao usuário do sistema acesso à conta com whatsapp_business_messaging e whatsapp_business_management.',
)
const REGISTRO = regra(
  'parar_conta',
  'O número da empresa não está registrado na API do WhatsApp.',
  'Registre o número no Gerenciador do WhatsApp e clique em Verificar.',
)
const PARAMETRO = regra(
  'nosso_erro',
  'A Meta recusou o conteúdo da mensagem.',
  'Abra os logs, veja o detalhe da recusa e avise o suporte do sistema.',
)
const PARAMETROS_MODELO = regra(
  'nosso_erro',
  'Os dados preenchidos no modelo não combinam com o modelo aprovado.',
  'Em Config. Mensagens, sincronize os modelos e confira as variáveis do texto.',
)
/**
 * Wrong number or kind of parameters, so every message of the template fails: it was edited at Meta, or differs from
 * ours.
 */
const OUTRO_MODELO = regra(
  'parar_modelo',
  'O modelo aprovado na Meta não é mais o que está salvo aqui.',
  'Em Config. Mensagens, sincronize os modelos e salve o texto de novo.',
)
const OUTRA_API = regra(
  'nosso_erro',
  'A Meta não aceita este tipo de envio por aqui.',
  'Avise o suporte do sistema com o código do erro.',
)
const MANUTENCAO = repetir('O número está em manutenção na Meta.', 60)
const PIN = regra(
  'parar_conta',
  'O registro do número na Meta precisa ser refeito.',
  'Confira o PIN e o registro do número no Gerenciador do WhatsApp e clique em Verificar.',
)
const ESPERAR_PIN = regra(
  'parar_conta',
  'A Meta bloqueou por um tempo o registro do número.',
  'Espere o prazo mostrado no Gerenciador do WhatsApp antes de registrar o número de novo.',
)

/** The receiver's WhatsApp cannot show the payment button. */
export const NAO_MOSTRA_O_BOTAO = 2040

/** Meta's error list, by code: the only place that decides what an error means to us. */
const REGRAS: Record<number, RegraErroMeta> = {
  0: TOKEN,
  1: regra(
    'repetir_uma_vez',
    'A Meta respondeu com um erro desconhecido.',
    'Se continuar, veja a situação da API em metastatus.com.',
  ),
  2: repetir('A API da Meta está fora do ar ou sobrecarregada.', 15, 'servico'),
  3: PERMISSAO,
  4: repetir('O aplicativo passou do limite de chamadas da Meta.', 60),
  10: PERMISSAO,
  17: repetir('O usuário do token passou do limite de chamadas da Meta.', 60),
  33: regra(
    'parar_conta',
    'O número da empresa não existe mais na Meta.',
    'Confira o ID do número em Config. WhatsApp.',
  ),
  100: PARAMETRO,
  104: TOKEN,
  190: TOKEN,
  368: regra(
    'parar_conta',
    'A Meta restringiu a conta por violação de política.',
    'Abra a Qualidade da Conta no Gerenciador do WhatsApp, peça a análise e depois clique em Verificar.',
  ),
  [NAO_MOSTRA_O_BOTAO]: regra(
    'nao_repetir',
    'O WhatsApp do cliente não mostra o botão de pagamento.',
    'Nada a fazer: as próximas mensagens vão sem o botão, com o código no texto.',
  ),
  80007: repetir('A conta passou do limite de chamadas da Meta.', 60),
  130403: regra(
    'nao_repetir',
    'Este contato está bloqueado pela própria empresa no WhatsApp.',
    'Desbloqueie o contato no WhatsApp da empresa se quiser falar com ele.',
  ),
  130429: repetir('O número passou do limite de mensagens por segundo.', 2),
  130472: regra(
    'nao_repetir',
    'A Meta não entregou: o número participa de um experimento dela.',
    'Fale com o cliente por outro canal, se for urgente.',
  ),
  130497: regra(
    'nao_repetir',
    'A Meta não permite que a conta fale com números desse país.',
    'Confira o telefone do cliente e a categoria da empresa no Gerenciador do WhatsApp.',
  ),
  131000: regra(
    'repetir_uma_vez',
    'Algo deu errado na Meta e ela não disse o quê.',
    'Se a segunda tentativa falhar, confira com o cliente se a mensagem chegou.',
  ),
  131005: PERMISSAO,
  131008: PARAMETRO,
  131009: PARAMETRO,
  131016: repetir('Um serviço da Meta está indisponível.', 15, 'servico'),
  131021: regra(
    'parar_cliente',
    'O telefone do cliente é o próprio número da empresa.',
    'Corrija o telefone no cadastro do cliente.',
  ),
  131026: regra(
    'parar_cliente',
    'Este número não recebe mensagens pelo WhatsApp.',
    'Confirme o telefone com o cliente por outro canal e corrija o cadastro.',
  ),
  131030: regra(
    'nosso_erro',
    'O número de teste da Meta só envia para telefones autorizados.',
    'Autorize o telefone no painel do aplicativo ou use o número definitivo da empresa.',
  ),
  131031: regra(
    'parar_conta',
    'A Meta bloqueou a conta do WhatsApp da empresa.',
    'Abra o Gerenciador do WhatsApp, resolva o bloqueio e clique em Verificar.',
  ),
  131037: regra(
    'parar_conta',
    'O nome de exibição do número ainda não foi aprovado pela Meta.',
    'Peça a aprovação do nome no Gerenciador do WhatsApp e depois clique em Verificar.',
  ),
  131042: regra(
    'parar_conta',
    'Há um problema de pagamento na conta do WhatsApp da empresa.',
    'Acerte a forma de pagamento no Gerenciador do WhatsApp e depois clique em Verificar.',
  ),
  131045: REGISTRO,
  131047: regra(
    'nao_repetir',
    'O cliente não escreve há mais de 24 horas, e só um modelo aprovado pode reabrir a conversa.',
    'Envie um modelo aprovado no lugar do texto.',
  ),
  131048: repetir(
    'A Meta limitou o número porque muitas pessoas bloquearam ou denunciaram as mensagens.',
    3600,
    'numero',
    2,
    'Diminua o ritmo da régua e veja a qualidade do número no Gerenciador do WhatsApp.',
  ),
  131049: regra(
    'nao_repetir',
    'A Meta não entregou para não cansar este cliente com mensagens de empresas.',
    'Não insista hoje; a régua tenta de novo no próximo passo.',
  ),
  131050: regra(
    'nao_repetir',
    'O cliente desligou no WhatsApp as mensagens de marketing da empresa.',
    'Confira se o modelo continua na categoria utilidade.',
  ),
  131051: OUTRA_API,
  131052: regra(
    'nao_repetir',
    'O arquivo enviado pelo cliente não pôde ser baixado.',
    'Peça ao cliente que envie o arquivo de novo, com menos de 100 MB.',
  ),
  131053: regra(
    'nosso_erro',
    'A Meta não conseguiu receber o arquivo enviado.',
    'Confira o tipo e o tamanho do arquivo e envie de novo.',
  ),
  131055: OUTRA_API,
  131056: repetir('Muitas mensagens para o mesmo cliente em pouco tempo.', 1, 'cliente', 4),
  131057: MANUTENCAO,
  131062: regra(
    'nosso_erro',
    'Este cliente só é conhecido pelo usuário do WhatsApp, e este envio exige o telefone.',
    'Cadastre o telefone do cliente.',
  ),
  131063: regra(
    'parar_modelo',
    'A conta não envia modelos de marketing por esta API.',
    'Reescreva o modelo sem ofertas, para que a Meta o aceite como utilidade.',
  ),
  131064: regra(
    'parar_modelo',
    'A Meta limitou a conta por modelos classificados na categoria errada.',
    'Reveja no Gerenciador do WhatsApp a categoria dos modelos e espere o fim do limite.',
  ),
  132000: OUTRO_MODELO,
  132001: regra(
    'parar_modelo',
    'O modelo não existe ou ainda não foi aprovado neste idioma.',
    'Em Config. Mensagens, sincronize os modelos e espere a aprovação.',
  ),
  132005: regra(
    'nosso_erro',
    'A mensagem ficou longa demais depois de preenchida.',
    'Encurte o texto do modelo em Config. Mensagens.',
  ),
  132007: regra(
    'parar_modelo',
    'O texto do modelo fere as políticas da Meta.',
    'Reescreva o modelo em Config. Mensagens.',
  ),
  132008: PARAMETROS_MODELO,
  132012: OUTRO_MODELO,
  132015: regra(
    'parar_modelo',
    'A Meta pausou o modelo por baixa qualidade.',
    'Espere o fim da pausa (de 3 a 6 horas) ou reescreva o texto em Config. Mensagens.',
  ),
  132016: regra(
    'parar_modelo',
    'A Meta desativou o modelo por baixa qualidade.',
    'Escreva um texto novo em Config. Mensagens.',
  ),
  132018: PARAMETROS_MODELO,
  132068: OUTRA_API,
  132069: repetir('O fluxo da mensagem passou do limite de envios por hora.', 3600),
  133000: PIN,
  133004: repetir('O servidor da Meta está indisponível por um momento.', 30, 'servico'),
  133005: PIN,
  133006: PIN,
  133008: ESPERAR_PIN,
  133009: ESPERAR_PIN,
  133010: REGISTRO,
  133015: ESPERAR_PIN,
  133016: ESPERAR_PIN,
  134011: regra(
    'nosso_erro',
    'A conta ainda não aceitou os termos de pagamento do WhatsApp.',
    'Aceite-os no Gerenciador do WhatsApp e ligue de novo o botão de pagamento em Recebimento.',
  ),
  134100: OUTRA_API,
  134101: OUTRA_API,
  134102: OUTRA_API,
  135000: regra(
    'repetir_uma_vez',
    'A Meta recusou a mensagem sem dizer o motivo.',
    'Abra os logs, veja o detalhe da recusa e avise o suporte do sistema.',
  ),
  141006: regra(
    'parar_conta',
    'Há um problema na forma de pagamento da conta do WhatsApp.',
    'Acerte a forma de pagamento no Gerenciador do WhatsApp e depois clique em Verificar.',
  ),
  2494100: MANUTENCAO,
  2593107: OUTRA_API,
  2593108: OUTRA_API,
}

/** 100 with subcode 33: the object asked for is not ours to see, which is a matter of configuration. */
const OBJETO_DESCONHECIDO = regra(
  'parar_conta',
  'A Meta não encontra o número ou a conta configurada.',
  'Confira em Config. WhatsApp o ID do número, o ID da conta e se o token tem acesso a eles.',
)

/** Each is tried, one by one, by the tests. @internal */
export const CODIGOS_CONHECIDOS: readonly number[] = Object.keys(REGRAS).map(Number)

/** Those that say of a number that it cannot be reached, as they are written down. */
export const CODIGOS_DO_NUMERO: readonly string[] = Object.keys(REGRAS).filter(
  (codigo) => REGRAS[Number(codigo)]!.tipo === 'parar_cliente',
)

/** Those that are not the message's own, but of the account, the template, the phone or what it shows, as they are written down. */
export const CODIGOS_DE_OUTRA_CAUSA: readonly string[] = Object.keys(REGRAS).filter(
  (codigo) => Number(codigo) === NAO_MOSTRA_O_BOTAO || REGRAS[Number(codigo)]!.tipo.startsWith('parar_'),
)

interface ErroRecebido {
  codigo: number
  subcodigo?: number | null
  http?: number | null
  transitorio?: boolean
}

/** What an error of Meta's means to us, be it in an answer, in a webhook or in the account's health. */
export function regraDoErro({ codigo, subcodigo, http, transitorio }: ErroRecebido): RegraErroMeta {
  if (codigo === 100 && subcodigo === 33) return OBJETO_DESCONHECIDO
  const conhecida = REGRAS[codigo]
  if (conhecida) return conhecida
  if (codigo >= 200 && codigo <= 299) return PERMISSAO
  return desconhecido(http ?? null, transitorio ?? false)
}

/** Meta invents codes; the HTTP status is then the only hint, and silence is read as our mistake. */
function desconhecido(http: number | null, transitorio: boolean): RegraErroMeta {
  if (transitorio || http === 429 || (http !== null && http >= 500)) {
    return repetir('A Meta está com um problema passageiro.', 15, http === 429 ? 'numero' : 'servico')
  }
  if (http === 401 || http === 403) return PERMISSAO
  return regra(
    'nosso_erro',
    'A Meta recusou a mensagem por um motivo que o sistema não conhece.',
    'Abra os logs, veja o detalhe da recusa e procure o código na documentação da Meta.',
  )
}

const MAIOR_PAUSA = 6 * 3600
/** For the whole number, where the error does not ask for more: an outage may be over long before it is tried again. */
const MAIOR_PAUSA_DE_TODOS = 300

/**
 * Seconds before try number `tentativa` + 1 (`tentativa` is 1 after the first failure);
 * null when this error is not one to try again.
 */
export function pausaAntesDeRepetir(regra: RegraErroMeta, tentativa: number): number | null {
  if (regra.tipo === 'repetir_uma_vez') return tentativa <= 1 ? 30 : null
  if (!regra.pausa) return null
  const { segundos, fator, alcance } = regra.pausa
  const maior = alcance !== 'cliente' && segundos < MAIOR_PAUSA_DE_TODOS ? MAIOR_PAUSA_DE_TODOS : MAIOR_PAUSA
  return Math.min(segundos * fator ** Math.max(0, tentativa - 1), maior)
}
