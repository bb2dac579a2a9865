import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Checkbox, Radio, Segmented, Switch } from '#web/ui/Choice.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { Select, TextField } from '#web/ui/Field.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { FilterButton } from '#web/ui/FilterButton.tsx'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { FilterListOutlined } from '#web/ui/icons/FilterListOutlined.tsx'
import { SearchOffOutlined } from '#web/ui/icons/SearchOffOutlined.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Skeleton, SkeletonList } from '#web/ui/Skeleton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { LONGO, type Mostras, nada } from './comuns.ts'

export const BUTTONS: Mostras = {
  'Da mais à menos forte': (
    <>
      <Button variant="contained">Salvar</Button>
      <Button variant="tonal">Enviar</Button>
      <Button variant="outlined">Exportar</Button>
      <Button>Cancelar</Button>
    </>
  ),
  'Perigo, com ícone, pequeno': (
    <>
      <Button variant="contained" danger>
        Excluir conta
      </Button>
      <Button danger>Bloquear</Button>
      <Button variant="outlined" startIcon={<DownloadOutlined />}>
        Baixar
      </Button>
      <Button size="small">Rever</Button>
    </>
  ),
  'Impedido e trabalhando': (
    <>
      <Button variant="contained" disabled>
        Salvar
      </Button>
      <Button variant="outlined" disabled>
        Exportar
      </Button>
      <Button variant="contained" loading>
        Salvando
      </Button>
      <Button variant="outlined" loading>
        Exportando
      </Button>
    </>
  ),
  'Só ícone, com dica e contagem': (
    <>
      <Tooltip texto="Fechar">
        <IconButton aria-label="Fechar">
          <CloseOutlined size={20} />
        </IconButton>
      </Tooltip>
      <IconButton aria-label="Filtros, 3 em uso">
        <Badge total={3}>
          <FilterListOutlined size={20} />
        </Badge>
      </IconButton>
      <IconButton aria-label="Fechar" disabled>
        <CloseOutlined size={20} />
      </IconButton>
    </>
  ),
  'Texto longo': <Button variant="contained">{LONGO.slice(0, 34)}</Button>,
}

export const FIELDS: Mostras = {
  Texto: <TextField rotulo="Nome" ajuda="Como está no documento." defaultValue="Marlene de Souza" />,
  'Com erro': <TextField rotulo="CPF" erro="Informe o CPF com 11 dígitos." defaultValue="123" />,
  Impedido: <TextField rotulo="Documento" disabled defaultValue="318.204.597-05" />,
  'De várias linhas': <TextField rotulo="Observação" opcional linhas={2} placeholder="Só a equipe vê" />,
  Busca: <SearchField rotulo="Buscar cliente" valor="ma" aoMudar={nada} porComeco />,
  Dinheiro: <MoneyField rotulo="Valor" defaultValue="1.234,56" />,
  Dia: <DateField rotulo="Vencimento" value="2026-12-04" aoMudar={nada} />,
  'Uma de poucas': (
    <Select
      rotulo="Operador"
      valor="1"
      vazio="Ninguém"
      opcoes={[
        { valor: '1', rotulo: 'Camila Rocha' },
        { valor: '2', rotulo: LONGO },
      ]}
      aoMudar={nada}
    />
  ),
  'Uma de muitas': (
    <Combobox
      rotulo="Cliente"
      opcoes={[{ id: 1, nome: LONGO }]}
      escolhida={null}
      escrever={({ nome }) => nome}
      aoDigitar={nada}
      aoEscolher={nada}
      procurando={false}
      falha={null}
      vazio="Escreva nome, documento ou telefone"
      placeholder="Nome, documento ou telefone"
    />
  ),
  'Campo de arquivo': (
    <FileField rotulo="Comprovante" opcional ajuda="JPEG, PNG ou PDF." aceita=".pdf" arquivo={null} aoMudar={nada} />
  ),
  Arquivo: <FileDrop oQue="a planilha" ajuda="CSV de até 50 MB." aceita=".csv" rotulo="Planilha" aoEscolher={nada} />,
}

export const CHOICES: Mostras = {
  Caixas: (
    <>
      <Checkbox rotulo="Marcada" defaultChecked />
      <Checkbox rotulo="Vazia" />
      <Checkbox rotulo="Algumas" indeterminate />
      <Checkbox rotulo="Impedida" disabled />
      <Checkbox rotulo="Com explicação" ajuda={`O que vem com ela: ${LONGO}`} />
    </>
  ),
  'Uma de algumas, à vista': (
    <>
      <Radio name="mostra" rotulo="Todas" defaultChecked />
      <Radio name="mostra" rotulo="Só vencidas" />
    </>
  ),
  'Ligado e desligado': (
    <>
      <Switch rotulo="Ao vivo" defaultChecked />
      <Switch rotulo="Desligado" />
      <Switch rotulo="Impedido" disabled />
    </>
  ),
  'Lado a lado': (
    <Segmented
      rotulo="Carteira"
      valor="minha"
      opcoes={[
        { valor: 'todas', rotulo: 'Todas' },
        { valor: 'minha', rotulo: 'Minha carteira' },
        { valor: 'livre', rotulo: 'Livres' },
      ]}
      aoMudar={nada}
    />
  ),
  Filtros: (
    <>
      <FilterButton rotulo="Situação" valor={undefined} aoTirar={nada} />
      <FilterButton rotulo="Operador" valor={LONGO} aoTirar={nada} />
    </>
  ),
}

export const FEEDBACK: Mostras = {
  Avisos: (
    <>
      <Alert tom="info">O que está na fila espera.</Alert>
      <Alert tom="success">Gravado.</Alert>
      <Alert tom="warning" acao={<Button size="small">Ver</Button>}>
        {LONGO} não tem celular.
      </Alert>
      <Alert tom="error">A Meta recusou o número. Confira e tente de novo.</Alert>
    </>
  ),
  Situações: (
    <>
      {(['success', 'warning', 'error', 'info', 'neutral', 'special'] as const).map((tom) => (
        <Chip key={tom} tom={tom}>
          {tom}
        </Chip>
      ))}
    </>
  ),
  'Palavra embaixo': (
    <>
      <Button variant="outlined" onClick={() => avisar('Pagamento registrado.')}>
        Dizer
      </Button>
      <Button
        variant="outlined"
        onClick={() => avisar('Conta cancelada.', { rotulo: 'Desfazer', fazer: nada, desfaz: true })}
      >
        Dizer, com desfazer
      </Button>
    </>
  ),
  Espera: (
    <>
      <Skeleton largura={120} />
      <SkeletonList linhas={3} altura={24} />
      <Progress rotulo="Gravando" valor={40} />
      <Progress rotulo="Carregando" />
    </>
  ),
  Vazio: (
    <EmptyState
      icone={SearchOffOutlined}
      titulo="Nenhum cliente para “mar”"
      texto="Confira o que foi escrito ou tire os filtros."
      acao={<Button variant="outlined">Limpar filtros</Button>}
    />
  ),
  Falha: (
    <ErrorState titulo="Não foi possível abrir a lista" erro={new Error('O servidor não respondeu.')} aoTentar={nada} />
  ),
}
