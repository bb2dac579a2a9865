-- Whose database this is: the same as in the file `identidade` of the company's DATA_DIR.
alter table configuracao add column identidade uuid;
