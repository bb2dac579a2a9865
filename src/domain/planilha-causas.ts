import type { Coluna } from './planilha-colunas.ts'

/**
 * What could not be taken of a row, in a person's words, and what to do about all such rows at once. Most keep the
 * whole row out; with `entra` only that one thing is left out, and the customer comes in if nothing else is wrong.
 */
export const CAUSAS = {
  nome_vazio: { campo: 'nome', titulo: 'Cliente sem nome', dica: 'Preencha o nome ou a razão social.' },
  nome_codigo: {
    campo: 'nome',
    titulo: 'Código no lugar do nome',
    dica: 'Ligue o campo Nome à coluna que traz o nome ou a razão social.',
  },
  nome_longo: { campo: 'nome', titulo: 'Nome longo demais', dica: 'Um nome tem até 200 caracteres.' },
  documento_vazio: {
    campo: 'documento',
    titulo: 'Cliente sem CPF nem CNPJ',
    dica: 'É o documento que identifica o cliente.',
  },
  documento_errado: {
    campo: 'documento',
    titulo: 'Documento com dígito verificador errado',
    dica: 'Confira no ERP: costuma ser um zero à esquerda que a planilha comeu.',
  },
  documento_repetido: {
    campo: 'documento',
    titulo: 'Documento repetido no mesmo arquivo',
    dica: 'Vale a primeira linha; as seguintes ficam de fora.',
  },
  telefone_errado: {
    campo: 'telefone',
    titulo: 'Telefone que não é um número com DDD',
    dica: 'O telefone fica de fora. Um celular tem DDD e 9 dígitos: (19) 98812-4470.',
    entra: true,
  },
  sem_contato: {
    campo: 'telefone',
    titulo: 'Só um telefone errado',
    dica: 'A linha não traz conta, e-mail nem código: fica de fora até que o telefone seja corrigido.',
  },
  email_errado: {
    campo: 'email',
    titulo: 'E-mail que não é um endereço',
    dica: 'O e-mail fica de fora. Por exemplo, financeiro@empresa.com.br.',
    entra: true,
  },
  codigo_longo: {
    campo: 'codigo_externo',
    titulo: 'Código externo longo demais',
    dica: 'O código fica de fora. Ele tem até 60 caracteres.',
    entra: true,
  },
  codigo_de_outro: {
    campo: 'codigo_externo',
    titulo: 'Código externo que já é de outro cliente',
    dica: 'O código fica de fora. Cada código é de um cliente só.',
    entra: true,
  },
  uf_errada: {
    campo: 'uf',
    titulo: 'Estado que não existe',
    dica: 'O estado fica de fora, e vale o do DDD. Use a sigla, por exemplo AM.',
    entra: true,
  },
  municipio_longo: {
    campo: 'municipio',
    titulo: 'Município longo demais',
    dica: 'O município fica de fora. Ele tem até 100 caracteres.',
    entra: true,
  },
  boleto_errado: {
    campo: 'linha_digitavel',
    titulo: 'Boleto que não é o da conta',
    dica: 'Confira a linha digitável, o valor e o vencimento: o boleto precisa dizer o mesmo que a conta.',
  },
  nosso_numero_longo: {
    campo: 'nosso_numero',
    titulo: 'Nosso número longo demais',
    dica: 'O nosso número do banco tem até 30 caracteres.',
  },
  conta_paga: {
    campo: 'situacao',
    titulo: 'Conta que a planilha diz paga ou cancelada',
    dica: 'A conta fica de fora e não é cobrada.',
    entra: true,
  },
  conta_paga_em_parte: {
    campo: 'situacao',
    titulo: 'Conta paga em parte, sem o que falta pagar',
    dica: 'A conta fica de fora. Traga uma coluna com o saldo em aberto.',
    entra: true,
  },
  situacao_desconhecida: {
    campo: 'situacao',
    titulo: 'Situação que não diz se a conta está em aberto',
    dica: 'A conta fica de fora. Para trazer todas, não importe a coluna da situação.',
    entra: true,
  },
  conta_sem_numero: {
    campo: 'conta_numero',
    titulo: 'Conta sem número',
    dica: 'É o número que identifica a conta: o da nota, do título ou do pedido.',
  },
  numero_longo: { campo: 'conta_numero', titulo: 'Número da conta longo demais', dica: 'Tem até 60 caracteres.' },
  conta_repetida: {
    campo: 'conta_numero',
    titulo: 'Conta repetida no mesmo arquivo',
    dica: 'Vale a primeira linha; as seguintes ficam de fora.',
  },
  conta_encerrada: {
    campo: 'conta_numero',
    titulo: 'Conta que já não muda',
    dica: 'Ela tem pagamento, acordo ou foi encerrada. Altere-a na tela de contas a receber.',
  },
  valor_vazio: { campo: 'valor', titulo: 'Conta sem valor', dica: 'Preencha o valor, ou apague o vencimento.' },
  valor_errado: {
    campo: 'valor',
    titulo: 'Valor que não se pode cobrar',
    dica: 'Maior que zero, por exemplo 1234,56.',
  },
  vencimento_vazio: {
    campo: 'vencimento',
    titulo: 'Conta sem vencimento',
    dica: 'Preencha o vencimento, ou apague o valor.',
  },
  vencimento_errado: {
    campo: 'vencimento',
    titulo: 'Vencimento que não é uma data',
    dica: 'Um dia que existe, por exemplo 31/12/2026.',
  },
} as const satisfies Record<string, { campo: Coluna; titulo: string; dica: string; entra?: true }>
export type CausaDoErro = keyof typeof CAUSAS

/** Whether what is wrong keeps the whole row out. */
export const recusaALinha = (causa: CausaDoErro): boolean => !('entra' in CAUSAS[causa])
