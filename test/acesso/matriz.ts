// biome-ignore-all lint/style/noExcessiveLinesPerFile: every call, one a line
import { arquivo, type Cena } from './cena.ts'
import { DA_PAGINA } from './pagina.ts'

/** The answer to each person: nobody, the record's operator, another operator, an administrator. `ok`: the call's own success status. */
type Acesso = readonly [anonimo: Resposta, dono: Resposta, outro: Resposta, admin: Resposta]
type Resposta = 'ok' | 401 | 403 | 404 | 409
/** Who may call, and what is sent; `ok` where success cannot be set up here (409: the rule was reached, so access was granted). */
export type Regra = readonly [acesso: Acesso, corpo?: object | ((cena: Cena) => object), ok?: 409 | 422]

const PUBLICA = ['ok', 'ok', 'ok', 'ok'] as const
const TODOS = [401, 'ok', 'ok', 'ok'] as const
const ADMIN = [401, 403, 403, 'ok'] as const
/** Each sees their own records and those without operator: another's answer never names this customer. */
const OPERADORES = [401, 'ok', 'ok', 403] as const
const DONO = [401, 'ok', 404, 403] as const

/** Only a program's token opens it, no person's (integracao.test.ts). */
const SO_PROGRAMA = [401, 401, 401, 401] as const
/** Signed by Meta; no token opens it. */
const SO_META = [401, 401, 401, 401] as const

const NOVA_SENHA = { password: 'Umbuzeiro-3391', password_confirmation: 'Umbuzeiro-3391' }
const REGUA = {
  passos: [{ dias: 0, tipo: 'vencimento', ativo: true }],
  dias_uteis: false,
  horario: { inicio: '08:00', fim: '18:00', sabado_inicio: '08:00', sabado_fim: '12:00' },
  feriados: [],
  max_tentativas: 5,
  intervalo_minimo_dias: 2,
  multa_percentual: 2,
  juros_percentual_mes: 1,
}
const FRASE = { atalho: 'bom-dia', texto: 'Bom dia, {{primeiro_nome}}!' }
const EXTRATO =
  'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341\n<ACCTID>1\n</BANKACCTFROM><BANKTRANLIST></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>'
const MOTIVO = { motivo: 'Pediu prazo' }

/** The same for operators and administrators. */
const dePessoas = (quem: string): Record<string, Regra> => ({
  [`GET /api/admin/${quem}`]: [ADMIN],
  [`POST /api/admin/${quem}`]: [ADMIN, { name: 'Nova', email: `${quem}@exemplo.com.br`, ...NOVA_SENHA }],
  [`GET /api/admin/${quem}/{id}`]: [ADMIN],
  [`PUT /api/admin/${quem}/{id}`]: [ADMIN, NOVA_SENHA],
  [`PATCH /api/admin/${quem}/{id}/bloquear`]: [ADMIN],
  [`PATCH /api/admin/${quem}/{id}/reativar`]: [ADMIN],
  [`DELETE /api/admin/${quem}/{id}/segundo-fator`]: [ADMIN],
})

/** Every call, one a line. `enderecoDe` in cena.ts fills in the braces. */
export const MATRIZ: Record<string, Regra> = {
  'POST /api/login': [PUBLICA, ({ dono, senha }) => ({ email: dono.email, password: senha })],
  'GET /api/empresa': [PUBLICA],
  'GET /api/admin/saude': [ADMIN],
  'GET /api/admin/importacoes/pasta': [ADMIN],
  'POST /api/admin/importacoes/{id}/desfazer': [ADMIN],
  'POST /api/senha/esqueci': [PUBLICA, ({ dono }) => ({ email: dono.email })],
  'POST /api/senha/nova': [PUBLICA, { token: 'nenhum', ...NOVA_SENHA }, 422],
  'GET /api/me': [TODOS],
  'POST /api/logout': [TODOS],
  'PUT /api/me/senha': [TODOS, ({ senha }) => ({ password_atual: senha, ...NOVA_SENHA })],
  'POST /api/me/confirmar': [TODOS, ({ senha }) => ({ password: senha })],
  'GET /api/me/sessoes': [TODOS],
  // Everybody has their own sessions; another's does not exist.
  'DELETE /api/me/sessoes/{id}': [[401, 'ok', 404, 404]],
  'GET /api/me/segundo-fator': [TODOS],
  'POST /api/me/segundo-fator': [TODOS],
  'POST /api/me/segundo-fator/confirmar': [TODOS, { codigo: '000000' }, 409],
  'DELETE /api/me/segundo-fator': [TODOS, ({ senha }) => ({ password: senha, codigo: '000000' }), 409],
  'GET /api/eventos': [TODOS],
  'GET /api/avisos': [TODOS],
  'GET /api/feriados': [TODOS],
  'GET /api/openapi.json': [ADMIN],
  'GET /api/docs': [ADMIN],
  'GET /api/docs/integracao': [ADMIN],
  'GET /api/integracao/openapi.json': [SO_PROGRAMA],

  ...DA_PAGINA,

  'GET /api/webhooks/whatsapp': [[403, 403, 403, 403]],
  // Only the PSP knows the URL.
  'POST /api/webhooks/pix/{segredo}': [[404, 404, 404, 404], { pix: [] }],
  'POST /api/webhooks/pix/{segredo}/pix': [[404, 404, 404, 404], { pix: [] }],
  'POST /api/webhooks/whatsapp': [SO_META, { object: 'whatsapp_business_account', entry: [] }],

  ...dePessoas('operadores'),
  ...dePessoas('administradores'),
  'GET /api/admin/operadores/exportar.csv': [ADMIN],
  'GET /api/admin/administradores/exportar.csv': [ADMIN],
  'GET /api/admin/configuracoes/acesso': [ADMIN],
  'PUT /api/admin/configuracoes/acesso': [ADMIN, { sessao_ociosa_horas: 8 }],

  'GET /api/admin/tokens': [ADMIN],
  'POST /api/admin/tokens': [ADMIN, { nome: 'ERP', escopos: ['clientes:ler'] }],
  'DELETE /api/admin/tokens/{id}': [ADMIN],
  'GET /api/admin/webhooks': [ADMIN],
  'POST /api/admin/webhooks': [ADMIN, { url: 'http://127.0.0.1/x', eventos: ['conta.paga'] }, 422],
  'DELETE /api/admin/webhooks/{id}': [ADMIN],
  'POST /api/admin/webhooks/{id}/testar': [ADMIN],
  'GET /api/admin/webhooks/{id}/entregas': [ADMIN],
  'POST /api/admin/webhooks/{id}/entregas/{entrega}/repetir': [ADMIN],
  'GET /api/integracao/eventos': [SO_PROGRAMA],
  'GET /api/integracao/clientes/{codigo_externo}': [SO_PROGRAMA],
  'PUT /api/integracao/clientes/{codigo_externo}': [SO_PROGRAMA, { nome: 'Rui', documento: '52998224725' }],
  'GET /api/integracao/contas/{conta}': [SO_PROGRAMA],
  'PUT /api/integracao/contas/{conta}': [SO_PROGRAMA, { valor: 10, vencimento: '2026-12-10' }],
  'POST /api/integracao/contas/{conta}/pagamentos': [SO_PROGRAMA, { valor: 10, pago_em: '2026-11-24', forma: 'pix' }],
  'POST /api/integracao/lote': [SO_PROGRAMA, {}],

  'GET /api/admin/dashboard': [ADMIN],
  'GET /api/admin/dashboard/operadores': [ADMIN],
  'GET /api/admin/dashboard/grafico-mensal': [ADMIN],
  'GET /api/admin/logs': [ADMIN],
  'GET /api/admin/logs/exportar.csv': [ADMIN],
  'GET /api/admin/logs/acoes': [ADMIN],
  'GET /api/admin/logs/selos': [ADMIN],

  'GET /api/admin/clientes': [ADMIN],
  'GET /api/admin/clientes/por-status/{status}': [ADMIN],
  'GET /api/admin/clientes/exportar.csv': [ADMIN],
  'GET /api/admin/clientes/contagem': [ADMIN],
  'GET /api/admin/clientes/{id}': [ADMIN],
  'GET /api/admin/clientes/{id}/dinheiro': [ADMIN],
  'GET /api/operador/clientes/{id}/dinheiro': [DONO],
  'GET /api/admin/contas-receber/{id}': [ADMIN],
  'GET /api/admin/clientes/{id}/dados': [ADMIN],
  'GET /api/admin/clientes/{id}/dossie': [ADMIN],
  'POST /api/admin/clientes/{id}/anonimizar': [ADMIN, MOTIVO],
  'POST /api/admin/clientes/{id}/transferir': [ADMIN, ({ outro }) => ({ operador_id: outro.id })],
  'POST /api/admin/clientes/transferir': [ADMIN, ({ outro, cliente }) => ({ operador_id: outro.id, ids: [cliente] })],
  'POST /api/admin/clientes/distribuir': [ADMIN, ({ outro }) => ({ operadores: [outro.id] })],

  'GET /api/admin/configuracoes/negociacao': [ADMIN],
  'PUT /api/admin/configuracoes/negociacao': [ADMIN, { segundo_acordo_entrada: 30 }],
  'GET /api/admin/configuracoes/negociacao/versoes': [ADMIN],
  'POST /api/admin/configuracoes/negociacao/exemplo': [ADMIN, { faixas: [{ de_dias: 1 }] }],
  // An agreement within the policy needs no approval.
  'GET /api/admin/negociacoes': [ADMIN],
  'GET /api/admin/negociacoes/exportar.csv': [ADMIN],
  'POST /api/admin/negociacoes/{id}/aprovar': [ADMIN, undefined, 409],
  'POST /api/admin/negociacoes/{id}/recusar': [ADMIN, MOTIVO, 409],
  'GET /api/operador/clientes/{id}/ofertas': [DONO],
  'GET /api/admin/configuracoes/guarda': [ADMIN],
  'GET /api/admin/configuracoes/guarda/previa': [ADMIN],
  'PUT /api/admin/configuracoes/guarda': [ADMIN, { mensagens_meses: 24 }],
  'GET /api/admin/configuracoes/recebimento': [ADMIN],
  'PUT /api/admin/configuracoes/recebimento': [ADMIN, { carencia_dias_uteis: 3 }],
  'GET /api/admin/recebimento/eventos': [ADMIN],
  'GET /api/admin/recebimento/eventos/exportar.csv': [ADMIN],
  'POST /api/admin/recebimento/eventos/reprocessar': [ADMIN],
  'POST /api/admin/recebimento/eventos/{id}/reprocessar': [ADMIN],
  'POST /api/admin/recebimento/eventos/{id}/descartar': [ADMIN],

  'GET /api/admin/configuracoes/contato-legal': [ADMIN],
  'PUT /api/admin/configuracoes/contato-legal': [ADMIN, { feriados: [{ dia: '2026-12-08', uf: 'AM' }] }],

  'GET /api/admin/bloqueios': [ADMIN],
  'GET /api/admin/bloqueios/exportar.csv': [ADMIN],
  'POST /api/admin/bloqueios/importar': [
    ADMIN,
    arquivo('csv_file', 'telefone;registrado_em;origem\n(11) 98765-4321;01/10/2026;PROCON-SP\n', 'lista.csv'),
  ],
  'DELETE /api/admin/bloqueios/{id}': [ADMIN, MOTIVO],
  'GET /api/admin/clientes/{id}/autorizacoes': [ADMIN],
  'POST /api/admin/clientes/{id}/autorizacoes': [
    ADMIN,
    { origem: 'telefone', texto: 'Pode escrever.', em: '2026-11-01' },
  ],

  'GET /api/admin/configuracoes/mensagens/templates': [ADMIN],
  'GET /api/admin/configuracoes/mensagens/exemplo': [ADMIN],
  'GET /api/admin/configuracoes/mensagens/desempenho': [ADMIN],
  'GET /api/admin/configuracoes/mensagens/desempenho/exportar.csv': [ADMIN],
  'GET /api/admin/configuracoes/mensagens/{tipo}/versoes': [ADMIN],
  'PUT /api/admin/configuracoes/mensagens/{tipo}': [
    ADMIN,
    { texto: 'Olá {{nome}}, sua conta vence em {{vencimento}}. Obrigado.' },
  ],
  'POST /api/admin/configuracoes/mensagens/{tipo}/teste': [ADMIN, { telefone: '11987654321' }, 409],
  'POST /api/admin/configuracoes/mensagens/sincronizar': [ADMIN, {}, 409],
  'GET /api/admin/mensagens/sem-cliente': [ADMIN],
  'GET /api/admin/mensagens/sem-cliente/exportar.csv': [ADMIN],
  'GET /api/admin/mensagens/{id}/midia': [ADMIN],

  'GET /api/admin/configuracoes/whatsapp/status': [ADMIN],
  'GET /api/admin/configuracoes/whatsapp/movimento': [ADMIN],
  'GET /api/admin/configuracoes/whatsapp/preparo': [ADMIN],
  'POST /api/admin/configuracoes/whatsapp/diagnostico': [ADMIN],
  'POST /api/admin/configuracoes/whatsapp/verificar': [ADMIN],
  'PUT /api/admin/configuracoes/whatsapp': [ADMIN, { empresa: 'Outro Nome' }],
  'GET /api/admin/whatsapp/eventos': [ADMIN],
  'GET /api/admin/whatsapp/retencao': [ADMIN],
  'POST /api/admin/whatsapp/retencao/liberar': [ADMIN, { decisao: 'enviar' }, 409],
  'GET /api/admin/whatsapp/eventos/exportar.csv': [ADMIN],
  'GET /api/admin/whatsapp/eventos/{id}': [ADMIN],
  'POST /api/admin/whatsapp/eventos/reprocessar': [ADMIN],
  'POST /api/admin/whatsapp/eventos/{id}/reprocessar': [ADMIN],
  'POST /api/admin/whatsapp/eventos/{id}/descartar': [ADMIN],

  'GET /api/admin/importacoes/alteracoes': [ADMIN],
  'POST /api/admin/importacoes/alteracoes/{id}/aplicar': [ADMIN],
  'POST /api/admin/importacoes/alteracoes/{id}/descartar': [ADMIN],

  'GET /api/admin/conciliacao/movimentos': [ADMIN],
  'GET /api/admin/conciliacao/movimentos/exportar.csv': [ADMIN],
  'GET /api/admin/conciliacao/movimentos/{id}': [ADMIN],
  'GET /api/admin/conciliacao/resumo': [ADMIN],
  'POST /api/admin/conciliacao/movimentos/{id}/aplicar': [
    ADMIN,
    ({ contas }) => ({ contas: [{ id: contas[0], valor: 5 }] }),
  ],
  'POST /api/admin/conciliacao/movimentos/{id}/vincular': [ADMIN, { pagamento_id: 999_999 }, 422],
  'POST /api/admin/conciliacao/movimentos/{id}/credito': [ADMIN, ({ cliente }) => ({ cliente_id: cliente })],
  'POST /api/admin/conciliacao/movimentos/{id}/ignorar': [ADMIN, MOTIVO],
  'POST /api/admin/conciliacao/movimentos/{id}/desfazer': [ADMIN, MOTIVO, 409],
  'POST /api/admin/conciliacao/movimentos/{id}/devolvido': [ADMIN, MOTIVO, 409],
  'POST /api/admin/conciliacao/importar': [ADMIN, arquivo('arquivo', EXTRATO, 'extrato.ofx')],
  'GET /api/admin/conciliacao/importacoes': [ADMIN],
  'GET /api/admin/conciliacao/importacoes/{id}': [ADMIN],
  'POST /api/admin/conciliacao/importacoes/{id}/desfazer': [ADMIN],
  'POST /api/admin/conciliacao/aplicar-sugestoes': [ADMIN, { ids: [1] }],

  'GET /api/admin/configuracoes/regua': [ADMIN],
  'PUT /api/admin/configuracoes/regua': [ADMIN, REGUA],
  'POST /api/admin/configuracoes/regua/previsao': [ADMIN, REGUA],
  'POST /api/admin/cobranca/executar': [ADMIN, { simular: true }],
  'GET /api/admin/cobranca/conferencia': [ADMIN],
  'GET /api/admin/cobranca/conferencia/exportar.csv': [ADMIN],
  'GET /api/admin/cobranca/execucoes': [ADMIN],
  'GET /api/admin/cobranca/execucoes/exportar.csv': [ADMIN],
  'GET /api/admin/cobranca/execucoes/{id}': [ADMIN],
  'GET /api/admin/cobranca/execucoes/{id}/exportar.csv': [ADMIN],

  'GET /api/operador/dashboard': [OPERADORES],
  'GET /api/operador/dashboard/cobrancas': [OPERADORES],
  'GET /api/operador/dashboard/cobrancas/exportar.csv': [OPERADORES],
  'GET /api/operador/clientes/ativos': [OPERADORES],
  'GET /api/operador/clientes/ativos/exportar.csv': [OPERADORES],
  'GET /api/operador/clientes/concluidos': [OPERADORES],
  'GET /api/operador/clientes/concluidos/exportar.csv': [OPERADORES],
  'GET /api/operador/clientes/carteira': [OPERADORES],
  'GET /api/operador/clientes/carteira/exportar.csv': [OPERADORES],
  'GET /api/operador/clientes/aguardando-atendimento': [OPERADORES],
  'GET /api/operador/clientes/aguardando-atendimento/exportar.csv': [OPERADORES],
  'GET /api/operador/clientes/aguardando-atendimento/contagem': [OPERADORES],
  'GET /api/operador/clientes/{id}': [DONO],
  'PATCH /api/operador/clientes/{id}': [DONO, { email: 'novo@exemplo.com.br' }],
  'POST /api/operador/clientes/{id}/confirmar-pessoa': [DONO, MOTIVO],
  'POST /api/operador/clientes/{id}/assumir': [[401, 'ok', 409, 403]],
  'PATCH /api/operador/clientes/{id}/pausar': [DONO, MOTIVO],
  'PATCH /api/operador/clientes/{id}/reativar': [DONO],
  'PATCH /api/operador/clientes/{id}/devolver': [DONO, {}, 409],
  'GET /api/operador/clientes/{id}/modelos': [DONO],
  'GET /api/operador/clientes/{id}/codigos': [DONO],
  // Without receiving settings, those who have access reach the rule (409).
  'POST /api/operador/clientes/{id}/codigos': [DONO, ({ contas }) => ({ contas }), 409],
  'GET /api/operador/clientes/{id}/mensagens': [DONO],
  'POST /api/operador/clientes/{id}/mensagens': [DONO, { conteudo: 'Bom dia' }],
  'POST /api/operador/clientes/{id}/digitando': [DONO],
  'POST /api/operador/clientes/{id}/arquivos': [DONO, arquivo('arquivo', Buffer.from('%PDF-1.4 x'), 'boleto.pdf')],
  'GET /api/operador/mensagens/{id}/midia': [DONO],

  'GET /api/operador/clientes/{id}/frases': [DONO],
  'GET /api/operador/frases': [OPERADORES],
  'POST /api/operador/frases': [OPERADORES, FRASE],
  'PUT /api/operador/frases/{id}': [DONO, FRASE],
  'DELETE /api/operador/frases/{id}': [DONO],
  'GET /api/admin/configuracoes/frases': [ADMIN],
  'POST /api/admin/configuracoes/frases': [ADMIN, FRASE],
  'PUT /api/admin/configuracoes/frases/{id}': [ADMIN, { ...FRASE, atalho: 'boa-tarde' }],
  'DELETE /api/admin/configuracoes/frases/{id}': [ADMIN],
  'GET /api/operador/clientes/{id}/anotacoes': [DONO],
  'POST /api/operador/clientes/{id}/anotacoes': [
    DONO,
    ({ outro }) => ({ texto: 'Paga sempre depois do dia 10', mencoes: [outro.id] }),
  ],
  'PATCH /api/operador/clientes/{id}/anotacoes/{anotacao}': [DONO, { fixada: true }],
  'DELETE /api/operador/clientes/{id}/anotacoes/{anotacao}': [DONO],
  'GET /api/operador/colegas': [OPERADORES],
  'GET /api/operador/mencoes': [OPERADORES],
  'POST /api/operador/mencoes/vistas': [OPERADORES, {}],

  'POST /api/operador/clientes/importar-csv': [
    OPERADORES,
    arquivo('csv_file', 'nome;documento;telefone\nRui;52998224725;11987654321\n', 'clientes.csv'),
  ],
  'POST /api/operador/contas-receber/importar-xml': [OPERADORES, arquivo('arquivo_xml', '<nada/>', 'nota.xml'), 422],
  'GET /api/operador/clientes/template-csv': [OPERADORES],
  'GET /api/operador/importacoes': [OPERADORES],
  'GET /api/operador/importacoes/andamento': [OPERADORES],
  'GET /api/operador/importacoes/{id}': [DONO],
  'GET /api/operador/importacoes/{id}/erros.csv': [DONO],
  'POST /api/operador/importacoes/{id}/desfazer': [DONO],

  'GET /api/operador/contas-receber/resumo': [OPERADORES],
  'GET /api/operador/contas-receber/listar': [OPERADORES],
  'GET /api/operador/contas-receber/exportar.csv': [OPERADORES],
  'GET /api/operador/contas-receber/cliente/{id}': [DONO],
  'POST /api/operador/contas-receber': [
    DONO,
    ({ cliente }) => ({ cliente_id: cliente, numero: 'N-1', valor: 10, vencimento: '2026-12-10' }),
  ],
  'GET /api/operador/contas-receber/{id}': [DONO],
  'PATCH /api/operador/contas-receber/{id}': [DONO, { valor: 90 }],
  'PATCH /api/operador/contas-receber/{id}/cancelar': [DONO, MOTIVO],
  'POST /api/operador/contas-receber/{id}/pagamentos': [DONO, { valor: 10, pago_em: '2026-11-24', forma: 'pix' }],
  'POST /api/operador/contas-receber/pagamentos': [
    DONO,
    ({ contas }) => ({ partes: [{ conta_id: contas[0], valor: 10 }], pago_em: '2026-11-24', forma: 'pix' }),
  ],
  'DELETE /api/operador/contas-receber/{id}/pagamentos/{pagamento}': [DONO, MOTIVO],
  'GET /api/operador/promessas': [OPERADORES],
  'GET /api/operador/promessas/exportar.csv': [OPERADORES],
  'GET /api/admin/promessas': [ADMIN],
  'GET /api/admin/promessas/exportar.csv': [ADMIN],
  'GET /api/operador/contestacoes': [OPERADORES],
  'GET /api/operador/contestacoes/exportar.csv': [OPERADORES],
  'GET /api/admin/contestacoes': [ADMIN],
  'GET /api/admin/contestacoes/exportar.csv': [ADMIN],
  'GET /api/admin/contestacoes/{id}/arquivo': [ADMIN],
  'GET /api/operador/clientes/{id}/contestacoes': [DONO],
  'POST /api/operador/clientes/{id}/contestacoes': [
    DONO,
    ({ contas }) => ({ contas: [contas[0]], motivo: 'ja_paguei' }),
  ],
  'PATCH /api/operador/clientes/{id}/contestacoes/{contestacao}': [DONO, { status: 'em_analise' }],
  'GET /api/operador/clientes/{id}/contestacoes/{contestacao}/arquivo': [DONO],
  'GET /api/operador/clientes/{id}/promessas': [DONO],
  'POST /api/operador/clientes/{id}/promessas': [DONO, ({ contas }) => ({ contas: [contas[0]], ate: '2026-11-27' })],
  'PATCH /api/operador/clientes/{id}/promessas/{promessa}/cancelar': [DONO, MOTIVO],
  'GET /api/operador/clientes/{id}/negociacoes': [DONO],
  'POST /api/operador/clientes/{id}/negociacoes': [
    DONO,
    ({ contas }) => ({ contas, parcelas: 2, primeiro_vencimento: '2026-12-10' }),
  ],
  'POST /api/operador/clientes/{id}/negociacoes/conferencia': [
    DONO,
    ({ contas }) => ({ contas, parcelas: 2, primeiro_vencimento: '2026-12-10' }),
  ],
  'PATCH /api/operador/clientes/{id}/negociacoes/{negociacao}/cancelar': [DONO, MOTIVO],
}
