export { GET } from "@/app/docs/[[...path]]/route";
